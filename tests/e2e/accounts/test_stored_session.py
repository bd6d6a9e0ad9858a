"""Local storage is trusted only if its parts are valid and fit together."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.journeys import Learner, at, expect_home, expect_nothing_stored, login_storage, sign_in
from tests.e2e.product import Product

GARBAGE = [
    {"access_token": "garbage", "refresh_token": "garbage", "user": '{"id": "half a us'},
    # `tests/unit/ui/states/session` tries more.
    {"user": '{"full_name": "Ada"}'},
]


def _expect_sign_in(page: Page, attempted: str) -> None:
    expect(page).to_have_url(at("/auth/login"))
    expect(page).to_have_url(re.compile(rf"\?returnUrl={attempted.replace('/', '%2F')}$"))
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_leads_to_signing_in_and_back(
    garbage: dict[str, str], visit: Visit, learner: Learner, tokens: dict[str, Any]
) -> None:
    page = visit(garbage)
    page.goto("/dashboard/progress")
    _expect_sign_in(page, "/dashboard/progress")
    expect(page.get_by_text("Your login session has ended. Sign in again to continue.")).to_be_visible()
    sign_in(page, learner)
    expect(page).to_have_url(at("/dashboard/progress"))
    expect(page.get_by_text("No progress yet")).to_be_visible()


def test_a_token_that_is_too_long_counts_as_none(
    visit: Visit, learner: Learner, tokens: dict[str, Any]
) -> None:
    """The server refuses such a message, so the tab would reconnect for ever."""
    page = visit(login_storage(tokens) | {"access_token": "x" * 100_000})
    page.goto("/dashboard/progress")
    _expect_sign_in(page, "/dashboard/progress")
    sign_in(page, learner)
    expect(page.get_by_text("No progress yet")).to_be_visible()
    # Another tab may store one too. This tab's events are handled all the same.
    other = page.context.new_page()
    other.goto("/api/health")
    other.evaluate("() => localStorage.setItem('access_token', 'x'.repeat(300_000))")
    page.wait_for_function("() => !localStorage.getItem('access_token')")
    _expect_home_or_sign_in(page)


def test_a_token_without_its_user_lets_in_and_brings_the_user_back(
    visit: Visit, tokens: dict[str, Any], learner: Learner
) -> None:
    page = visit({name: value for name, value in login_storage(tokens).items() if name != "user"})
    page.goto("/dashboard/profile")
    expect(page.get_by_role("main")).to_contain_text(learner.email)
    page.wait_for_function("(email) => localStorage.getItem('user')?.includes(email)", arg=learner.email)


def _expect_home_or_sign_in(page: Page) -> None:
    expect(page).to_have_url(re.compile(r"^[^/]+//[^/]+/($|auth/login)"))


def _end_login_session(product: Product, tokens: dict[str, Any]) -> None:
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert httpx.post(f"{product.url}/api/auth/logout", headers=bearer, timeout=30).is_success


def test_the_token_of_an_ended_login_session_leads_to_signing_in(
    visit: Visit, tokens: dict[str, Any], product: Product
) -> None:
    _end_login_session(product, tokens)
    page = visit({name: value for name, value in login_storage(tokens).items() if name != "user"})
    page.goto("/dashboard/progress")
    _expect_sign_in(page, "/dashboard/progress")
    expect_nothing_stored(page)


def test_an_ended_login_session_that_looks_valid_is_signed_out_when_its_token_expires(
    visit: Visit, tokens: dict[str, Any], product: Product
) -> None:
    _end_login_session(product, tokens)
    page = visit(login_storage(tokens) | {"access_token": "expired"})
    page.goto("/dashboard/progress")
    expect_home(page)
    expect_nothing_stored(page)


def test_an_expired_token_is_refreshed_silently(visit: Visit, tokens: dict[str, Any]) -> None:
    page = visit(login_storage(tokens) | {"access_token": "expired"})
    page.goto("/dashboard/progress")
    expect(page.get_by_text("No progress yet")).to_be_visible()
    page.wait_for_function("localStorage.getItem('access_token').split('.').length === 3")
