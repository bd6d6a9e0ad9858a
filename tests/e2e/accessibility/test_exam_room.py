"""A running attempt with an item of each format: its accessibility tree, and what axe-core finds."""

import json
import re
from typing import get_args

from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility.settings import SETTINGS, faults, set_up
from tests.e2e.answers import AnswerKey, Shown, expect_answered, shown
from tests.e2e.axe import Axe
from tests.e2e.journeys import expect_question, next_question
from tests.e2e.learning import ApiLearner
from webdev_certs.server.content.bank import TECHNOLOGIES
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


def test_every_format_of_exams_is_accessible_answered_and_saved(
    member: Page, axe: Axe, key: AnswerKey, api_learner: ApiLearner
) -> None:
    # No exam has true/false items, only practice.
    wanted: set[ItemFormat] = set(get_args(ItemFormat)) - {"true_false"}
    for technology in TECHNOLOGIES:
        state = api_learner.start_exam(technology)
        while wanted and state["status"] == "open":
            item_format: ItemFormat = state["item"]["format"]
            if item_format not in wanted:
                state = api_learner.advance(state, right=state["position"] % 2 == 0)
                continue
            wanted.remove(item_format)
            _expect_accessible(member, axe, technology, state["position"], item_format)
            key.answer(member)
            expect_answered(member)
            next_question(member)
            heading = re.compile(rf"question {state['position'] + 1}\b|test result")
            expect(member.get_by_role("heading", level=1)).to_contain_text(heading)
            if "/test-results/" in member.url:
                break
            # Starting again resumes the test.
            state = api_learner.start_exam(technology)
    assert not wanted


def _expect_accessible(page: Page, axe: Axe, technology: str, number: int, item_format: ItemFormat) -> None:
    set_up(page, SETTINGS[0])
    page.goto(f"/test/{technology}")
    expect_question(page, number)
    expect(page.locator("body")).to_match_aria_snapshot(_ROOM.format(number=number))
    expect(_controls(page)).to_match_aria_snapshot(_tree(item_format, shown(page)))
    # The narrowest width in both themes, and with forced colors.
    found = faults(page, axe, item_format, SETTINGS[1:4])
    assert not found, "\n".join(found)
    set_up(page, SETTINGS[0])


def test_true_or_false_which_only_practice_has(page: Page) -> None:
    page.goto("/styleguide")
    choice = page.get_by_role("group", name="Item formats").get_by_role("button", name="True false")
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(_controls(page)).to_match_aria_snapshot(_tree("true_false", shown(page)))
