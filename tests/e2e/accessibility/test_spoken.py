"""What a screen reader hears during a test: moves of lines, and the time."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.answers import shown
from tests.e2e.journeys import (
    expect_announced,
    expect_question,
    jump,
    let_the_clock_jump,
    question,
    record_announcements,
)
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.product import Product


def test_moves_are_announced_and_keep_the_focus(
    member: Page, product: Product, tokens: dict[str, Any]
) -> None:
    open_exam_at(member, ApiLearner(product, tokens), "order_lines")
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
    expect_announced(member, r"^22\sminutes( and \d+\sseconds?)? left$")
    expect(member.get_by_role("timer").get_by_role("status")).to_be_empty()
