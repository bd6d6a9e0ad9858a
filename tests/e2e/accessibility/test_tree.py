"""What a screen reader gets of a running attempt: the accessibility tree, for each item format."""

import json
import re
from typing import Any, get_args

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.answers import Shown, shown
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.product import Product
from webdev_certs.shared.vocabulary import ItemFormat

_ROOM = """
- banner:
  - timer
- main:
  - heading /question {number} of up to 40$/ [level=1]
  - progressbar "Questions answered"
  - button "Next question"
  - button "End the test now…"
  - button "Report this question"
"""


def _node(role: str, name: str, *children: str) -> str:
    """Return a line of an aria snapshot with its children below it."""
    words = re.sub(r"\s+", " ", name).strip()
    line = f"{role} {json.dumps(words, ensure_ascii=False)}".replace("'", "''")
    below = "".join(f"\n  {row}" for child in children for row in child.splitlines())
    return f"- '{line}'{':' if children else ''}{below}"


def _tree(item_format: ItemFormat, item: Shown) -> str:
    """Return the tree of the controls of an item."""
    match item_format:
        case "multiple_choice":
            controls = [_node("checkbox", text) for text in item.choices]
        case "fill_in":
            controls = ['- textbox "Your answer"']
        case "order_lines":
            controls = [
                _node("button", f"Move {way}: {line}") for line in item.lines for way in ("up", "down")
            ]
            controls = [
                "- list:",
                *(
                    f"  - listitem:\n    {up}\n    {down}"
                    for up, down in zip(controls[::2], controls[1::2], strict=True)
                ),
            ]
        case "match_pairs":
            controls = ['- list "Choices"', *(_node("combobox", prompt) for prompt in item.prompts)]
        case _:
            controls = [_node("radio", text) for text in item.choices]
    role = "radiogroup" if item_format in ("single_choice", "true_false", "output") else "group"
    return _node(role, item.stem, "\n".join(controls))


def _controls(page: Page) -> Locator:
    return page.locator("form:has(#question)")


@pytest.mark.parametrize("item_format", [one for one in get_args(ItemFormat) if one != "true_false"])
def test_the_exam_room_with_every_format_of_exams(
    item_format: ItemFormat, member: Page, product: Product, tokens: dict[str, Any]
) -> None:
    number = open_exam_at(member, ApiLearner(product.url, tokens), item_format)
    expect(member.locator("body")).to_match_aria_snapshot(_ROOM.format(number=number))
    expect(_controls(member)).to_match_aria_snapshot(_tree(item_format, shown(member)))


def test_true_or_false_which_only_practice_has(page: Page) -> None:
    page.goto("/styleguide")
    choice = page.get_by_role("group", name="Item formats").get_by_role("button", name="True false")
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(_controls(page)).to_match_aria_snapshot(_tree("true_false", shown(page)))
