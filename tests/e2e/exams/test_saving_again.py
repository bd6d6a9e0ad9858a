"""Answers are saved again without a click, and the screen shows the true state."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.answers import CHOICES, AnswerKey, expect_answered, expect_given, given
from tests.e2e.journeys import (
    Learner,
    expect_question,
    sign_in,
)
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.login_sessions import end_login_session, expect_sign_in_for, store_in_another_tab
from tests.e2e.product import Product

NOT_SAVED = "Not saved yet, trying again"


def open_attempt(product: Product, tokens: dict[str, Any]) -> dict[str, Any]:
    """Return the state of the open attempt on the server."""
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    attempts = product.http.get("/api/tests", headers=bearer).json()
    (open_one,) = [attempt for attempt in attempts if attempt["status"] == "open"]
    return product.http.get(f"/api/tests/{open_one['test_id']}", headers=bearer).json()


def saved_response(product: Product, tokens: dict[str, Any]) -> dict[str, Any] | None:
    """Return the answer to the current question that the server has saved."""
    return open_attempt(product, tokens)["response"]


def test_an_answer_is_saved_again_without_a_click(
    member: Page,
    key: AnswerKey,
    product: Product,
    tokens: dict[str, Any],
    api_learner: ApiLearner,
) -> None:
    number = open_exam_at(member, api_learner, *CHOICES)
    key.answer(member, right=False)
    expect_answered(member)
    for right, outage in ((True, product.suspended()), (False, product.without_table("attempt_items"))):
        before = saved_response(product, tokens)
        with outage:
            key.answer(member, right=right)
            expect(member.get_by_text(NOT_SAVED)).to_be_visible()
            expect(member.get_by_text("Answer saved", exact=True)).to_have_count(0)
        expect_answered(member)
        assert saved_response(product, tokens) != before
        expect_question(member, number)

    # An answer survives a reload that comes before it is saved.
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

    # A token that cannot be refreshed for a moment ends nothing.
    store_in_another_tab(member, access_token="expired")
    with product.without_table("login_sessions"):
        key.answer(member, right=False)
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
    end_login_session(member, product, tokens)
    key.answer(member)
    answer = given(member)
    expect_sign_in_for(member, path)
    # One message, which says that the test goes on.
    message = member.get_by_text("You’ve been signed out.")
    expect(message).to_have_count(1)
    expect(message).to_contain_text("the timer keeps running")
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
    end_login_session(member, product, tokens)
    member.reload()
    expect_sign_in_for(member, path)
    sign_in(member, learner)
    expect_question(member, number)
    expect_given(member, half)
