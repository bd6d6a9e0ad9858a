"""Without a mouse, and as assistive technology sees it."""

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey, expect_answered
from tests.e2e.journeys import expect_question, question, start_test_with, tab_to


def test_a_question_is_answered_with_the_keyboard_alone(member: Page, key: AnswerKey) -> None:
    number = start_test_with(member, key, "single_choice", "true_false", "output")
    expect(question(member)).to_be_focused()
    tab_to(member, "input[name=choice]")
    member.keyboard.press("Space")
    expect_answered(member)
    tab_to(member, "form button[type=submit]")
    member.keyboard.press("Enter")
    expect_question(member, number + 1)
    expect(question(member)).to_be_focused()
