"""The holder's own certificates."""

from datetime import datetime
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.answering import pass_exam
from tests.factories import Account, register
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.lasting import settings
from webdev_certs.ui.states.certificates.own import OwnCertificatesState
from webdev_certs.ui.states.dashboard.dashboard import DashboardState

__all__ = ["settings"]
STARTS = {
    "pdf": b"%PDF-",
    "pdf?paper=letter": b"%PDF-",
    "badge.svg": b"<svg",
    "badge.png": b"\x89PNG",
    "credential": b"{",
    "credential.jwt": b"eyJ",
}


async def load(tab: Tab) -> OwnCertificatesState:
    tab.open("/dashboard/my-certificates")
    await tab.fire(DashboardState.load)
    return tab.state(OwnCertificatesState)


@pytest.fixture
async def number(api: httpx.AsyncClient, account: Account) -> str:
    return (await pass_exam(api, account))["certificate_number"]


async def test_the_certificates_of_others_can_be_neither_downloaded_nor_changed(
    own_tab: Tab, api: httpx.AsyncClient
):
    foreign = (await pass_exam(api, await register(api)))["certificate_number"]
    own = await load(own_tab)
    assert await own_tab.fire(OwnCertificatesState.download, foreign, "pdf") == []
    assert own.error
    own.error = ""
    await own_tab.fire(OwnCertificatesState.share, foreign, "score_public", True)
    assert own.error
    assert own.failed_changes == 1
    own.asked = foreign
    await own_tab.fire(OwnCertificatesState.reissue)
    assert own.error
    assert own.cards == []


async def test_linkedin_gets_all_fields(own_tab: Tab, number: str):
    (card,) = (await load(own_tab)).cards
    url = urlsplit(card.linkedin)
    assert f"{url.scheme}://{url.netloc}{url.path}" == "https://www.linkedin.com/profile/add"
    issued, expires = card.issued.split(), card.expires.split()
    assert parse_qs(url.query) == {
        "startTask": ["CERTIFICATION_NAME"],
        "name": ["Certified React Developer"],
        "organizationName": ["WebDev Certs"],
        "issueYear": [issued[2]],
        "issueMonth": ["3"],
        "expirationYear": [expires[2]],
        "expirationMonth": ["3"],
        "certUrl": [card.verify_url],
        "certId": [number],
    }


async def test_a_certificate_says_from_when_it_can_be_renewed(own_tab: Tab, number: str):
    (card,) = (await load(own_tab)).cards
    assert card.due is False
    from_date, expires = (
        datetime.strptime(date, "%d\u00a0%B\u00a0%Y") for date in (card.renew_from, card.expires)
    )
    assert (expires - from_date).days == 60
