"""Signing in, and returning to the page that was asked for."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.journeys import SESSION_KEYS, Learner, at, expect_stored, sign_in


def test_a_deep_link_is_reached_after_a_wrong_and_the_right_password(
    page: Page, learner: Learner, tokens: dict[str, Any]
) -> None:
    page.goto("/dashboard/progress?from=mail")
    expect(page).to_have_url(at("/auth/login"))
    expect(page).to_have_url(re.compile(r"\?returnUrl=%2Fdashboard%2Fprogress%3Ffrom%3Dmail$"))
    sign_in(page, learner, "not my password")
    expect(page.get_by_role("alert").filter(has_text="password")).to_be_visible()
    # What was typed stays.
    expect(page.get_by_label("Email")).to_have_value(learner.email)
    expect(page.get_by_label("Password", exact=True)).to_have_value("not my password")
    sign_in(page, learner)
    expect(page).to_have_url(at("/dashboard/progress"))
    expect(page).to_have_url(re.compile(r"\?from=mail$"))
    expect(page.get_by_text("No progress yet")).to_be_visible()
    expect_stored(page, *SESSION_KEYS)
