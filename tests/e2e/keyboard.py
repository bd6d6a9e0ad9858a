"""Answers items with the keyboard alone."""

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.e2e.answers import AnswerKey, shown, typed_answer
from tests.e2e.journeys import tab_to
from webdev_certs.server.content.format import Item
from webdev_certs.ui.rendering.text import plain


def press(page: Page, selector: str) -> None:
    """Move the focus with Tab to the first element that matches, and press Enter."""
    tab_to(page, selector)
    page.keyboard.press("Enter")


def reach(page: Page, control: Locator) -> None:
    """Move the focus with Tab to a control."""
    for _time in range(60):
        if control.count() == 1 and control.evaluate("(node) => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {control}")


def activate(page: Page, control: Locator) -> None:
    """Move the focus with Tab to a control that is shown, and press Enter."""
    expect(control).to_be_visible()
    reach(page, control)
    page.keyboard.press("Enter")


def type_into(page: Page, selector: str, text: str) -> None:
    """Move the focus with Tab to a control and type a text."""
    tab_to(page, selector)
    page.keyboard.type(text)


def answer_with_keys(page: Page, key: AnswerKey) -> None:
    """Answer the item on the screen correctly."""
    item = key.item(page)
    match item.format:
        case "fill_in":
            type_into(page, "input[name=text]", typed_answer(item))
        case "order_lines":
            _order(page, _texts(item))
        case "match_pairs":
            _pair(page, item)
        case "multiple_choice":
            _check(page, _texts(item))
        case _:
            _choose(page, _texts(item)[0])


def _texts(item: Item) -> list[str]:
    by_id = {one.id: one.text if item.format == "output" else plain(one.text) for one in item.options}
    return [by_id[option] for option in item.key or ()]


def _choose(page: Page, text: str) -> None:
    tab_to(page, "input[name=choice]")
    page.keyboard.press("Space")
    for _ in range(shown(page).choices.index(text)):
        page.keyboard.press("ArrowDown")


def _check(page: Page, right: Sequence[str]) -> None:
    for text in shown(page).choices:
        tab_to(page, "input[name=choice]")
        if text in right:
            page.keyboard.press("Space")


def _order(page: Page, wanted: Sequence[str]) -> None:
    for place, text in enumerate(wanted):
        steps = shown(page).lines.index(text) - place
        if steps:
            # All lines that are still to be moved are below the focus.
            tab_to(page, f"ol > li:nth-child({place + steps + 1}) button")
        for step in range(steps, 0, -1):
            page.keyboard.press("Enter")
            moved = page.locator("form ol > li").nth(place + step - 1).locator("> div").first
            expect(moved).to_have_text(text)


def _pair(page: Page, item: Item) -> None:
    assert isinstance(item.key, dict)
    partners = {match.id: plain(match.text) for match in item.matches}
    by_prompt = {plain(one.text): partners[item.key[one.id]] for one in item.options}
    for place, prompt in enumerate(shown(page).prompts):
        control = page.locator("form select").nth(place)
        entries = control.locator("option").all_inner_texts()
        letter = next(entry for entry in entries if entry.partition(": ")[2] == by_prompt[prompt])[0]
        tab_to(page, "form select")
        page.keyboard.type(letter)
        expect(control.locator("option:checked")).to_have_text(f"{letter}: {by_prompt[prompt]}")
