"""Public verification of certificates."""

import random

import httpx
import pytest
from starlette.responses import PlainTextResponse

from tests.answering import pass_exam
from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab, redirect
from tests.unit.ui.states.lasting import settings
from webdev_certs.server.domain.certificate_numbers import new_number
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


@pytest.mark.parametrize(
    "typed",
    [str, str.lower, lambda number: f"  {number} ", lambda number: number.replace("-", " ")],
)
async def test_the_spelling_of_a_number_does_not_matter(
    tab: Tab, api: httpx.AsyncClient, account: Account, typed
):
    number = (await pass_exam(api, account))["certificate_number"]
    target = redirect(await tab.fire(VerificationState.look_up, {"number": typed(number)}))
    assert target is not None
    assert target.startswith("/verify/")
    tab.open(target)
    await tab.fire(VerificationState.load)
    found = tab.state(VerificationState)
    assert (found.phase, found.number) == ("valid", number)


@pytest.mark.parametrize("typed", ["../dashboard", "a/b", "a?b=c", "a#b", "%2e%2e", "//evil.example", "ä"])
async def test_any_input_stays_one_segment_of_the_path(tab: Tab, typed: str):
    target = redirect(await tab.fire(VerificationState.look_up, {"number": typed}))
    assert target is not None
    assert target.count("/") == 2
    assert not set(target) & set("?#\\ ")
    tab.open(target)
    await tab.fire(VerificationState.load)
    found = tab.state(VerificationState)
    assert (found.phase, found.number) == ("mistyped", typed)


@pytest.mark.parametrize("form", [{}, {"number": ""}, {"number": "   "}])
async def test_an_empty_form_does_nothing(tab: Tab, form: dict[str, str]):
    assert await tab.fire(VerificationState.look_up, form) == []


async def test_unknown_and_mistyped_numbers_show_different_errors(tab: Tab):
    unknown = new_number("react", random.Random(2))
    for number, phase in ((f"{unknown[:-1]}*", "mistyped"), (unknown, "unknown")):
        tab.open(f"/verify/{number}")
        await tab.fire(VerificationState.load)
        found = tab.state(VerificationState)
        assert (found.phase, found.number, found.holder) == (phase, number, "")
        assert found.error


async def test_a_server_error_says_nothing_about_the_number(tab: Tab, wire: Wire):
    wire.instead("/api/verify/WDC-RE-7K3M-92QF-X", PlainTextResponse("", 500))
    tab.open("/verify/WDC-RE-7K3M-92QF-X")
    await tab.fire(VerificationState.load)
    assert tab.state(VerificationState).phase == "error"
