"""Public verification of certificates."""

from urllib.parse import quote

import httpx
import pytest

from tests.answering import pass_exam
from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.states.browser import Tab, redirect
from tests.unit.ui.states.lasting import settings
from webdev_certs.server.api.context import new_context
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.services.certificates import revocation
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.certificates.verification import VerificationState

__all__ = ["settings"]


async def test_a_certificate_is_verified_without_a_login(
    tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    number = (await pass_exam(api, account))["certificate_number"]
    tab.open(f"/verify/{number}")
    await tab.fire(VerificationState.load)
    found = tab.state(VerificationState)
    assert (found.phase, found.number, found.holder) == ("valid", number, account.user["full_name"])
    assert (found.title, found.score) == ("Certified React Developer", None)
    assert (found.issued, found.expires) == ("2 March 2026", "2 March 2028")
    assert found.issuer
    clock.advance(days=2 * 366)
    await tab.fire(VerificationState.load)
    assert found.phase == "expired"


@pytest.mark.parametrize("typed", ["../dashboard", "a?b#c", "%2e%2e", "//evil.example"])
async def test_any_input_stays_one_segment_of_the_path(tab: Tab, typed: str):
    target = redirect(await tab.fire(VerificationState.look_up, {"number": typed}))
    assert target is not None
    assert target.count("/") == 2
    assert not set(target) & set("?#\\ ")
    tab.open(target)
    await tab.fire(VerificationState.load)
    found = tab.state(VerificationState)
    assert (found.phase, found.number) == ("mistyped", typed)


@pytest.mark.parametrize("rest", [" ", "/", "?utm_source=mail", "#top"])
async def test_the_link_in_a_code_is_as_good_as_its_number(tab: Tab, rest: str):
    link = f" https://certs.example/verify/WDC-RE-7K3M-92QF-Z{rest}"
    then = await tab.fire(VerificationState.look_up, {"number": link})
    assert redirect(then) == "/verify/WDC-RE-7K3M-92QF-Z"


@pytest.mark.parametrize("rest", ["/", "?utm_source=mail", "#top", "/?UTM_SOURCE=MAIL#TOP"])
async def test_what_follows_a_number_in_a_link_is_no_part_of_it(
    tab: Tab, api: httpx.AsyncClient, account: Account, rest: str
):
    number = (await pass_exam(api, account))["certificate_number"]
    then = await tab.fire(VerificationState.look_up, {"number": number + rest})
    assert redirect(then) == f"/verify/{number}"
    # Other pages have forms of their own, which lead to the path without the state.
    tab.open(f"/verify/{quote(number.lower() + rest, safe='')}")
    await tab.fire(VerificationState.load)
    found = tab.state(VerificationState)
    assert (found.phase, found.number) == ("valid", number)


@pytest.mark.parametrize("form", [{}, {"number": ""}, {"number": "   "}])
async def test_an_empty_form_does_nothing(tab: Tab, form: dict[str, str]):
    assert await tab.fire(VerificationState.look_up, form) == []


async def test_each_state_has_words_of_its_own_and_lists_what_was_checked(
    tab: Tab, api: httpx.AsyncClient, account: Account, resources: Resources
):
    number = (await pass_exam(api, account))["certificate_number"]
    tab.open(f"/verify/{number}")
    await tab.fire(VerificationState.load)
    found = tab.state(VerificationState)
    assert [(row.name, row.outcome) for row in found.checks] == [
        ("Issuer", "Passed"),
        ("Status", "Passed"),
        ("Expiry", "Passed"),
        ("Signature", "Not checked"),
    ]
    assert found.checked == "2 March 2026, 09:00 UTC"
    assert (found.technology, found.pass_mark, found.length) == ("React", 500, "20 to 40")
    assert found.topics == ["Basics", "State", "Effects", "Testing"]
    for change, phase, reason in (
        (lambda context, row: revocation.suspend(context, row, "under_review"), "suspended", "reviewed"),
        (lambda context, row: revocation.revoke(context, row, "rules_broken"), "revoked", "rules"),
    ):
        async with resources.database.transaction() as db:
            context = new_context(resources, db)
            await change(context, await revocation.find_certificate(context, number))
        await tab.fire(VerificationState.load)
        assert (found.phase, found.since) == (phase, "2 March 2026")
        assert reason in found.reason
        assert found.checks[1].outcome == "Failed"
        assert found.checks[2].text == "Its date of expiry is 2 March 2028."


async def test_a_withheld_name_is_not_in_the_state(tab: Tab, api: httpx.AsyncClient, account: Account):
    number = (await pass_exam(api, account))["certificate_number"]
    await api.patch(f"/api/certificates/{number}", json={"name_public": False}, headers=account.headers)
    tab.open(f"/verify/{number}")
    await tab.fire(VerificationState.load)
    found = tab.state(VerificationState)
    assert (found.phase, found.holder, found.withheld) == ("valid", "", True)


async def test_checks_are_explained_in_the_language_of_the_tab(
    tab: Tab, api: httpx.AsyncClient, account: Account
):
    number = (await pass_exam(api, account))["certificate_number"]
    tab.open(f"/verify/{number}")
    with in_language("de"):
        await tab.fire(VerificationState.load)
    found = tab.state(VerificationState)
    assert (found.issued, found.length, found.title) == (
        "2. März 2026",
        "20 bis 40",
        "Certified React Developer",
    )
    assert [(row.name, row.outcome) for row in found.checks] == [
        ("Aussteller", "in Ordnung"),
        ("Status", "in Ordnung"),
        ("Gültigkeit", "in Ordnung"),
        ("Signatur", "nicht geprüft"),
    ]
    assert found.checks[2].text == "Es ist bis zum 2. März 2028 gültig."
