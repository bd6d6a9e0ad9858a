"""The holder's own certificates."""

from datetime import datetime

import httpx

from tests.answering import pass_exam
from tests.factories import register
from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.states.certificates.own import OwnCertificatesState
from webdev_certs.ui.states.dashboard.dashboard import DashboardState


async def load(tab: Tab) -> OwnCertificatesState:
    await tab.load(DashboardState, "/dashboard/my-certificates")
    return tab.state(OwnCertificatesState)


async def test_the_certificates_of_others_can_be_neither_downloaded_nor_changed(
    own_tab: Tab, api: httpx.AsyncClient
):
    foreign = (await pass_exam(api, await register(api)))["certificate_number"]
    own = await load(own_tab)
    assert own.cards == []
    own.asked = foreign
    for handler, arguments in (
        (OwnCertificatesState.download, [foreign, "pdf"]),
        (OwnCertificatesState.share, [foreign, "score_public", True]),
        (OwnCertificatesState.reissue, []),
    ):
        own.error = ""
        effects = await own_tab.fire(handler, *arguments)
        assert own.error
        assert not [effect for effect in effects if effect.name == "download"]
    assert own.failed_changes == 1


async def test_a_certificate_says_from_when_it_can_be_renewed(own_tab: Tab, number: str):
    (card,) = (await load(own_tab)).cards
    assert card.due is False
    from_date, expires = (
        datetime.strptime(date, "%B\u00a0%d,\u00a0%Y") for date in (card.renew_from, card.expires)
    )
    assert (expires - from_date).days == 60
