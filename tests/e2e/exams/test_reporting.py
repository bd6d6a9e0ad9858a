"""Report a question during a test: the timer, the answer and the focus stay."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import expect_question, next_question
from tests.e2e.learning import ApiLearner, open_exam_at

NAME = "Report this question"


def opened(page: Page) -> Locator:
    """Open the dialog with the keyboard and return it."""
    page.get_by_role("button", name=NAME).focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=NAME)
    expect(dialog).to_be_visible()
    return dialog


def seconds(page: Page) -> int:
    """Return the time on the timer."""
    shown = page.get_by_text(re.compile(r"^\d+:\d\d$")).first.inner_text()
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)


def test_a_report_leaves_the_timer_the_answer_and_the_focus(
    member: Page, key: AnswerKey, api_learner: ApiLearner
) -> None:
    member.set_viewport_size({"width": 390, "height": 844})
    number = open_exam_at(member, api_learner, "fill_in")
    member.get_by_label("Your answer").fill("half an ans")
    before = seconds(member)

    dialog = opened(member)
    member.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(member.get_by_role("button", name=NAME)).to_be_focused()
    expect(member.get_by_label("Your answer")).to_have_value("half an ans")

    dialog = opened(member)
    dialog.get_by_role("button", name="Send report").click()
    expect(dialog.get_by_text("Choose what’s wrong.")).to_be_visible()
    expect(dialog.get_by_label("What’s wrong?")).to_be_focused()
    dialog.get_by_label("What’s wrong?").select_option("unclear")
    dialog.get_by_label("Details").fill("Which version is meant?")
    width = member.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    member.keyboard.press("Tab")
    member.keyboard.press("Tab")
    member.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(member.get_by_text("Thanks! We’ll check this question.")).to_be_visible()
    expect(member.get_by_role("button", name=NAME)).to_be_focused()
    expect(member.get_by_label("Your answer")).to_have_value("half an ans")
    member.wait_for_function(
        f"""() => {{
  const clock = [...document.querySelectorAll('button, div, span')]
    .map((node) => node.textContent.trim()).find((text) => /^\\d+:\\d\\d$/.test(text));
  const [minutes, rest] = clock.split(':').map(Number);
  return 60 * minutes + rest < {before};
}}"""
    )
    (report,) = api_learner.call("GET", "/profile/export")["reports"]
    assert (report["source"], report["kind"], report["text"]) == (
        "exam",
        "unclear",
        "Which version is meant?",
    )

    dialog = opened(member)
    dialog.get_by_label("What’s wrong?").select_option("typo")
    dialog.get_by_role("button", name="Send report").click()
    expect(member.get_by_text("You’ve already reported this question.")).to_be_visible()
    key.answer(member)
    next_question(member)
    expect_question(member, number + 1)
    dialog = opened(member)
    member.reload()
    expect_question(member, number + 1)
    expect(dialog).to_be_hidden()
