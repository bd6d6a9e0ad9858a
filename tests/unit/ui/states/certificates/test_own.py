"""The holder's own certificates."""

import base64
from datetime import datetime
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import httpx
import pytest

from tests.answering import pass_exam
from tests.factories import Account, register
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.lasting import settings
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import User
from webdev_certs.ui.states.certificates.own import FORMS, OwnCertificatesState
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


@pytest.mark.parametrize("form", FORMS)
async def test_each_form_can_be_downloaded(own_tab: Tab, number: str, form: str):
    await load(own_tab)
    (effect,) = await own_tab.fire(OwnCertificatesState.download, number, form)
    assert (effect.name, effect.args["filename"]) == ("download", f"{number}.{FORMS[form][0]}")
    kind, _, data = effect.args["url"].partition(";base64,")
    assert kind == f"data:{FORMS[form][1]}"
    assert base64.b64decode(data).startswith(STARTS[form])


async def test_name_score_and_credential_can_be_shared_and_hidden(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, number: str
):
    await pass_exam(api, account, "java")
    own = await load(own_tab)
    for what in ("name_public", "score_public", "credential_public"):
        for public in (True, False):
            await own_tab.fire(OwnCertificatesState.share, number, what, public)
            (card,) = [card for card in own.cards if card.number == number]
            assert getattr(card, what) is public
            stored = await api.get(f"/api/certificates/{number}", headers=account.headers)
            assert stored.json()[what] is public
    assert len(own.cards) == 2


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


async def test_a_new_name_gets_a_new_certificate(
    own_tab: Tab, account: Account, resources: Resources, number: str
):
    assert (await load(own_tab)).cards[0].reissuable is False
    async with resources.database.transaction() as db:
        user = await db.get(User, UUID(account.user["id"]))
        assert user
        user.full_name = "Ada King"
    own = await load(own_tab)
    assert own.cards[0].reissuable is True
    await own_tab.fire(OwnCertificatesState.ask, number)
    assert own.asked == number
    await own_tab.fire(OwnCertificatesState.close, False)
    assert own.asked == ""
    await own_tab.fire(OwnCertificatesState.reissue)
    assert len(own.cards) == 1, "nobody has confirmed it"
    await own_tab.fire(OwnCertificatesState.ask, number)
    await own_tab.fire(OwnCertificatesState.reissue)
    new, old = own.cards
    assert (new.holder, new.status, own.asked, own.error) == ("Ada King", "valid", "", "")
    assert (old.number, old.status, old.replaced_by) == (number, "replaced", new.number)


async def test_a_certificate_says_from_when_it_can_be_renewed(own_tab: Tab, number: str):
    (card,) = (await load(own_tab)).cards
    assert card.due is False
    from_date, expires = (datetime.strptime(date, "%d %B %Y") for date in (card.renew_from, card.expires))
    assert (expires - from_date).days == 60
