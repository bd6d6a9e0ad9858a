"""Public verification of certificates."""

import httpx
import pytest

from tests.answering import pass_exam
from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.states.browser import Tab, redirect
from tests.unit.ui.states.lasting import settings
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


@pytest.mark.parametrize("form", [{}, {"number": ""}, {"number": "   "}])
async def test_an_empty_form_does_nothing(tab: Tab, form: dict[str, str]):
    assert await tab.fire(VerificationState.look_up, form) == []
