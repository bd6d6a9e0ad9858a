"""The holder's own certificates."""

from dataclasses import replace
from datetime import datetime

from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.states.certificates.own import OwnCertificatesState, usable_first
from webdev_certs.ui.states.dashboard.dashboard import DashboardState

UNKNOWN = "WDC-RE-0000-0000-2"


async def test_a_refused_download_or_change_shows_an_error(own_tab: Tab):
    own = own_tab.state(OwnCertificatesState)
    own.asked = UNKNOWN
    for handler, arguments in (
        (OwnCertificatesState.download, [UNKNOWN, "pdf"]),
        (OwnCertificatesState.share, [UNKNOWN, "score_public", True]),
        (OwnCertificatesState.reissue, []),
    ):
        own.error = ""
        effects = await own_tab.fire(handler, *arguments)
        assert own.error
        assert not [effect for effect in effects if effect.name == "download"]
    assert own.failed_changes == 1


async def test_usable_certificates_come_first_and_keep_their_order(own_tab: Tab, number: str):
    await own_tab.load(DashboardState, "/dashboard/my-certificates")
    (card,) = own_tab.state(OwnCertificatesState).cards
    states = ("revoked", "valid", "replaced", "expired", "suspended", "valid")
    cards = [replace(card, number=str(which), status=status) for which, status in enumerate(states)]
    assert [shown.number for shown in usable_first(cards)] == ["1", "3", "5", "0", "2", "4"]


async def test_a_certificate_says_from_when_it_can_be_renewed(own_tab: Tab, number: str):
    await own_tab.load(DashboardState, "/dashboard/my-certificates")
    (card,) = own_tab.state(OwnCertificatesState).cards
    assert card.due is False
    from_date, expires = (
        datetime.strptime(date, "%B\u00a0%d,\u00a0%Y") for date in (card.renew_from, card.expires)
    )
    assert (expires - from_date).days == 60
