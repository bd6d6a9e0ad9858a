"""What a screen reader gets of a running test: names, moves of lines, and the time."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey, shown
from tests.e2e.journeys import (
    expect_announced,
    expect_question,
    jump,
    let_the_clock_jump,
    question,
    record_announcements,
    start_exam,
    start_exam_with,
)

_ONE_CHOICE = ("single_choice", "true_false", "output")


def test_the_group_of_answers_is_named_by_the_question_alone(member: Page, key: AnswerKey) -> None:
    start_exam(member, "react")
    seen = set[str]()
    running = True
    while running:
        item = key.item(member)
        if item.format not in seen:
            seen.add(item.format)
            group = member.locator("form [aria-labelledby=question]")
            expect(group).to_have_role("radiogroup" if item.format in _ONE_CHOICE else "group")
            expect(group).to_have_accessible_name(re.sub(r"\s+", " ", shown(member).stem))
        running = key.go_on(member)
    assert len(seen) > 1


def test_moves_are_announced_and_keep_the_focus(member: Page, key: AnswerKey) -> None:
    start_exam_with(member, key, "order_lines")
    last = shown(member).lines[-1]
    count = len(shown(member).lines)
    up = member.get_by_role("button", name=f"Move up: {last}", exact=True)
    up.focus()
    # Faster than the server answers: every press counts.
    for _ in range(count):
        member.keyboard.press("Enter")
    expect(member.get_by_role("status").filter(has_text=f"{last}: now line 1 of {count}")).to_be_attached()
    expect(up).to_be_focused()
    expect(member.locator("form ol > li > div:first-of-type").first).to_have_text(last)


def test_half_of_the_time_is_announced_exactly_and_does_not_stay(member: Page) -> None:
    let_the_clock_jump(member)
    record_announcements(member)
    member.goto("/test/react")
    member.get_by_role("button", name="Start the test").click()
    expect_question(member, 1)
    expect(question(member)).to_be_focused()
    jump(member, minutes=22, seconds=31)
    expect_announced(member, r"^22 minutes( and \d+ seconds?)? left$")
    expect(member.get_by_role("timer").get_by_role("status")).to_be_empty()
