"""Local storage is trusted only if its parts are valid and fit together."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.journeys import Learner, at, login_storage, sign_in


def _expect_sign_in(page: Page, attempted: str) -> None:
    expect(page).to_have_url(at("/auth/login"))
    expect(page).to_have_url(re.compile(rf"\?returnUrl={attempted.replace('/', '%2F')}$"))
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()


def test_garbage_leads_to_signing_in_and_back(visit: Visit, learner: Learner, tokens: dict[str, Any]) -> None:
    """`tests/unit/ui/states/session` tries more."""
    page = visit({"access_token": "garbage", "refresh_token": "garbage", "user": '{"id": "half a us'})
    page.goto("/dashboard/progress")
    _expect_sign_in(page, "/dashboard/progress")
    expect(page.get_by_text("You’ve been signed out. Sign in again to continue.")).to_be_visible()
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


def _expect_home_or_sign_in(page: Page) -> None:
    expect(page).to_have_url(re.compile(r"^[^/]+//[^/]+/($|auth/login)"))


def test_an_expired_token_is_refreshed_silently(visit: Visit, tokens: dict[str, Any]) -> None:
    page = visit(login_storage(tokens) | {"access_token": "expired"})
    page.goto("/dashboard/progress")
    expect(page.get_by_text("No progress yet")).to_be_visible()
    page.wait_for_function("localStorage.getItem('access_token').split('.').length === 3")
