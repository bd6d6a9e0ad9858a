"""Each item format in a test, and one that ends early."""

import re
from typing import Any, get_args

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey, expect_answered
from tests.e2e.journeys import expect_question, next_question, start_exam
from tests.e2e.learning import ApiLearner
from tests.e2e.product import Product
from webdev_certs.server.content.bank import TECHNOLOGIES
from webdev_certs.server.content.format import ItemFormat


@pytest.fixture
def api_learner(product: Product, tokens: dict[str, Any]) -> ApiLearner:
    """The learner, over the API, where the screen is not the subject."""
    return ApiLearner(product.url, tokens)


def test_every_item_format_is_answered_and_saved(
    member: Page, key: AnswerKey, api_learner: ApiLearner
) -> None:
    # No exam has true/false items, only practice: tests/e2e/practice/test_practice.py answers one.
    wanted: set[ItemFormat] = set(get_args(ItemFormat)) - {"true_false"}
    for technology in TECHNOLOGIES:
        state: dict[str, Any] = api_learner.start_exam(technology)
        while state["status"] == "open" and wanted:
            if state["item"]["format"] in wanted:
                wanted.remove(state["item"]["format"])
                member.goto(f"/test/{technology}")
                expect_question(member, state["position"])
                key.answer(member)
                expect_answered(member)
                next_question(member)
                expect(member.get_by_role("heading", level=1)).to_contain_text(
                    re.compile(rf"question {state['position'] + 1}\b|test result")
                )
                # Starting again resumes the test.
                state = (
                    api_learner.start_exam(technology)
                    if "/test-results/" not in member.url
                    else {"status": "ended"}
                )
            else:
                state = api_learner.advance(state, right=state["position"] % 2 == 0)
        if not wanted:
            break
    assert not wanted


def test_a_clear_test_ends_early_and_shows_its_result(
    member: Page, key: AnswerKey, api_learner: ApiLearner
) -> None:
    state = api_learner.start_exam("react")
    length = 20 + state["pretest_items"]
    while state["position"] < length:
        state = api_learner.advance(state, right=False)
    member.goto("/test/react")
    expect_question(member, length)
    key.answer(member, right=False)
    next_question(member)
    expect(member.get_by_role("heading", name="React test result")).to_be_visible()
    expect(member.get_by_text(f"{length} questions answered").first).to_be_visible()
    expect(
        member.get_by_text(f"{state['pretest_items']} of them were trial questions and did not count.")
    ).to_be_visible()


def test_a_phone_shows_how_many_questions_there_can_be(member: Page) -> None:
    for width in (390, 320):
        member.set_viewport_size({"width": width, "height": 844})
        if width == 390:
            start_exam(member, "react")
        expect(
            member.get_by_role("banner").get_by_text(re.compile(r"Question 1 of up to 40"))
        ).to_be_visible()
        assert member.evaluate("document.documentElement.scrollWidth") <= width
