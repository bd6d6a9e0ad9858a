"""The pages work with the keyboard alone."""

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey, expect_answered
from tests.e2e.journeys import at, expect_question, question, start_exam_with, tab_to


def test_the_navigation_can_be_skipped(page: Page) -> None:
    page.goto("/verify/WDC-RE-7K3M-92QF-X")
    expect(page.get_by_text("This number cannot be right", exact=True)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    expect(page).to_have_url(at("/verify/WDC-RE-7K3M-92QF-X"))


def test_a_question_is_answered_with_the_keyboard_alone(member: Page, key: AnswerKey) -> None:
    number = start_exam_with(member, key, "single_choice", "true_false", "output")
    expect(question(member)).to_be_focused()
    tab_to(member, "input[name=choice]")
    member.keyboard.press("Space")
    expect_answered(member)
    tab_to(member, "form button[type=submit]")
    member.keyboard.press("Enter")
    expect_question(member, number + 1)
    expect(question(member)).to_be_focused()
