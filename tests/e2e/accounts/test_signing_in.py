"""Signing in, and returning to the page that was asked for."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.journeys import (
    SESSION_KEYS,
    Learner,
    at,
    expect_dashboard,
    expect_question,
    expect_stored,
    register,
    sign_in,
)


def test_a_deep_link_is_reached_after_signing_in(
    page: Page, learner: Learner, tokens: dict[str, Any]
) -> None:
    page.goto("/dashboard/progress?from=mail")
    expect(page).to_have_url(at("/auth/login"))
    expect(page).to_have_url(re.compile(r"\?returnUrl=%2Fdashboard%2Fprogress%3Ffrom%3Dmail$"))
    sign_in(page, learner)
    expect(page).to_have_url(at("/dashboard/progress"))
    expect(page).to_have_url(re.compile(r"\?from=mail$"))
    expect(page.get_by_text("No progress yet")).to_be_visible()
    expect_stored(page, *SESSION_KEYS)


def test_a_deep_link_is_reached_after_registering_instead(page: Page, learner: Learner) -> None:
    page.goto("/practice-test/vue/beginner")
    page.get_by_role("link", name="Create an account").click()
    register(page, learner)
    expect(page).to_have_url(at("/practice-test/vue/beginner"))
    expect_question(page, 1)


def test_a_wrong_password_is_reported_and_the_fields_keep_their_text(
    page: Page, learner: Learner, tokens: dict[str, Any]
) -> None:
    page.goto("/auth/login")
    sign_in(page, learner, "not my password")
    expect(page.get_by_role("alert").filter(has_text="password")).to_be_visible()
    expect(page.get_by_label("Email")).to_have_value(learner.email)
    expect(page.get_by_label("Password", exact=True)).to_have_value("not my password")
    sign_in(page, learner)
    expect_dashboard(page)


def test_an_incomplete_registration_names_the_field_and_keeps_the_rest(page: Page, learner: Learner) -> None:
    page.goto("/auth/register")
    page.get_by_label("Full name").fill(learner.name)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Email")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Full name")).to_have_value(learner.name)
    register(page, learner)
    expect_dashboard(page)
