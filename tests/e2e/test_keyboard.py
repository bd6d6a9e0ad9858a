"""Without a mouse, and as assistive technology sees it."""

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey, expect_answered
from tests.e2e.journeys import expect_question, question, start_test


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_a_question_is_answered_with_the_keyboard_alone(member: Page, key: AnswerKey) -> None:
    start_test(member, "react")
    expect(question(member)).to_be_focused()
    number = key.go_to(member, "single_choice", "true_false", "output")
    expect(question(member)).to_be_focused()
    _tab_to(member, "input[name=choice]")
    member.keyboard.press("Space")
    expect_answered(member)
    _tab_to(member, "form button[type=submit]")
    member.keyboard.press("Enter")
    expect_question(member, number + 1)
    expect(question(member)).to_be_focused()
