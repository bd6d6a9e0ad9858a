"""Answers are saved again without a click, and the screen shows the true state."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.answers import CHOICES, AnswerKey, expect_answered, expect_given, given
from tests.e2e.journeys import (
    Learner,
    expect_entries,
    expect_question,
    sign_in,
)
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.product import Product

NOT_SAVED = "Not saved yet, trying again"


def open_attempt(product: Product, tokens: dict[str, Any]) -> dict[str, Any]:
    """Return the state of the open attempt on the server."""
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    attempts = httpx.get(f"{product.url}/api/tests", headers=bearer, timeout=30).json()
    (open_one,) = [attempt for attempt in attempts if attempt["status"] == "open"]
    return httpx.get(f"{product.url}/api/tests/{open_one['test_id']}", headers=bearer, timeout=30).json()


def saved_response(product: Product, tokens: dict[str, Any]) -> dict[str, Any] | None:
    """Return the answer to the current question that the server has saved."""
    return open_attempt(product, tokens)["response"]


def _store_in_another_tab(page: Page, **entries: str) -> None:
    """Change local storage as another tab of the browser does: all tabs follow."""
    other = page.context.new_page()
    # Not a page of the product, which would notice by itself that the login session is over.
    other.goto("/api/health")
    other.evaluate(
        "(entries) => Object.entries(entries).forEach((one) => localStorage.setItem(...one))", entries
    )
    expect_entries(page, entries)
    other.close()


def _end_login_session(page: Page, product: Product, tokens: dict[str, Any]) -> None:
    """End the login session on the server, and make the page notice it at its next request."""
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert httpx.post(f"{product.url}/api/auth/logout", headers=bearer, timeout=30).is_success
    _store_in_another_tab(page, access_token="expired")


def _expect_sign_in(page: Page, path: str) -> None:
    """Expect the sign-in page, which leads back to a path."""
    expect(page).to_have_url(re.compile("/auth/login/?.*" + path.rstrip("/").replace("/", "%2F")))


@pytest.mark.parametrize("outage", ["failing", "silent"])
def test_an_answer_is_saved_again_without_a_click(
    member: Page,
    key: AnswerKey,
    product: Product,
    tokens: dict[str, Any],
    outage: str,
    api_learner: ApiLearner,
) -> None:
    number = open_exam_at(member, api_learner, *CHOICES)
    key.answer(member, right=False)
    expect_answered(member)
    before = saved_response(product, tokens)
    with product.without_table("attempt_items") if outage == "failing" else product.suspended():
        key.answer(member)
        expect(member.get_by_text(NOT_SAVED)).to_be_visible()
        expect(member.get_by_text("Answer saved", exact=True)).to_have_count(0)
    expect_answered(member)
    assert saved_response(product, tokens) != before
    expect_question(member, number)


def test_an_answer_changed_before_a_reload_outlives_it(
    member: Page, key: AnswerKey, product: Product, api_learner: ApiLearner
) -> None:
    open_exam_at(member, api_learner, *CHOICES)
    key.answer(member, right=False)
    expect_answered(member)
    with product.without_table("attempt_items"):
        key.answer(member)
        expect(member.get_by_text(NOT_SAVED)).to_be_visible()
        answer = given(member)
    member.on("dialog", lambda dialog: dialog.accept())
    member.reload()
    expect_given(member, answer)
    expect_answered(member)
    member.reload()
    expect_given(member, answer)


def test_a_token_that_cannot_be_refreshed_for_a_moment_ends_nothing(
    member: Page, key: AnswerKey, product: Product, api_learner: ApiLearner
) -> None:
    number = open_exam_at(member, api_learner, *CHOICES)
    _store_in_another_tab(member, access_token="expired")
    with product.without_table("login_sessions"):
        key.answer(member)
        expect(member.get_by_text("Reconnecting…", exact=True)).to_be_visible()
    expect_answered(member)
    expect_question(member, number)


def test_after_a_new_sign_in_the_answer_is_still_there(
    member: Page,
    key: AnswerKey,
    learner: Learner,
    product: Product,
    tokens: dict[str, Any],
    api_learner: ApiLearner,
) -> None:
    number = open_exam_at(member, api_learner, *CHOICES)
    path = member.evaluate("location.pathname")
    key.answer(member, right=False)
    expect_answered(member)
    _end_login_session(member, product, tokens)
    key.answer(member)
    answer = given(member)
    _expect_sign_in(member, path)
    sign_in(member, learner)
    expect_question(member, number)
    expect_given(member, answer)
    expect_answered(member)


def test_after_a_new_sign_in_a_half_made_answer_is_there(
    member: Page,
    key: AnswerKey,
    learner: Learner,
    product: Product,
    tokens: dict[str, Any],
    api_learner: ApiLearner,
) -> None:
    """A half-made answer is never sent, so only the browser has it."""
    number = open_exam_at(member, api_learner, "match_pairs")
    path = member.evaluate("location.pathname")
    key.answer(member)
    member.locator("main form select").first.select_option(index=0)
    half = given(member)
    member.on("dialog", lambda dialog: dialog.accept())
    _end_login_session(member, product, tokens)
    member.reload()
    _expect_sign_in(member, path)
    sign_in(member, learner)
    expect_question(member, number)
    expect_given(member, half)
