"""Local storage is trusted only if its parts are valid and fit together."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.journeys import Learner, at, login_storage, sign_in

_PATH = "/dashboard/progress"


def _new_tab(page: Page, entries: dict[str, str]) -> Page:
    """Close a tab and return a new one of the same browser, whose local storage has these entries."""
    tab = page.context.new_page()
    page.close()
    _store(tab, entries)
    return tab


def _store(tab: Page, entries: dict[str, str]) -> None:
    # Not a page of the product, which would trust these entries or remove them.
    tab.goto("/api/health")
    tab.evaluate(
        "(entries) => Object.entries(entries).forEach((one) => localStorage.setItem(...one))", entries
    )


def _sign_in_and_come_back(page: Page, learner: Learner) -> None:
    expect(page).to_have_url(at("/auth/login"))
    expect(page).to_have_url(re.compile(rf"\?returnUrl={_PATH.replace('/', '%2F')}$"))
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()
    sign_in(page, learner)
    expect(page).to_have_url(at(_PATH))
    expect(page.get_by_text("No progress yet")).to_be_visible()


def test_an_expired_token_is_refreshed_and_garbage_leads_to_signing_in_and_back(
    visit: Visit, learner: Learner, tokens: dict[str, Any]
) -> None:
    """`tests/unit/ui/states/session` tries more."""
    page = visit(login_storage(tokens) | {"access_token": "expired"})
    page.goto(_PATH)
    expect(page.get_by_text("No progress yet")).to_be_visible()
    page.wait_for_function("localStorage.getItem('access_token').split('.').length === 3")

    garbage = {"access_token": "garbage", "refresh_token": "garbage", "user": '{"id": "half a us'}
    page = _new_tab(page, garbage)
    page.goto(_PATH)
    expect(page.get_by_text("You’ve been signed out. Sign in again to continue.")).to_be_visible()
    _sign_in_and_come_back(page, learner)

    # The server refuses a message with such a token, so the tab would reconnect for ever.
    page = _new_tab(page, {"access_token": "x" * 100_000})
    page.goto(_PATH)
    _sign_in_and_come_back(page, learner)
    # Another tab may store one too. This tab's events are handled all the same.
    _store(page.context.new_page(), {"access_token": "x" * 300_000})
    page.wait_for_function("() => !localStorage.getItem('access_token')")
    expect(page).to_have_url(re.compile(r"^[^/]+//[^/]+/($|auth/login)"))
