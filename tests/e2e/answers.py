"""Correct and wrong answers to the items on the screen, from the question bank and what exams have made."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import TypeAlias

from playwright.sync_api import Locator, Page, expect

from tests.built_in import built_in_bank
from tests.e2e.product import Product
from webdev_certs.server.content.format import Item
from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import ItemFormat
from webdev_certs.ui.rendering.text import plain

CHOICES: tuple[ItemFormat, ...] = ("single_choice", "multiple_choice", "true_false", "output")

_Texts: TypeAlias = tuple[str, str, frozenset[str]]
"""Stem, code and options of an item."""

# In both languages.
QUESTION = "(?:question|Frage)"
_UP = re.compile("^(?:Move up|Nach oben)")
_RESULT = "(?:test result|exam result|^Ergebnis)"

_READ = """() => {
  const form = document.getElementById("question")?.closest("form");
  if (!form) return null;
  const question = document.getElementById("question");
  const all = (selector, root = form) => [...root.querySelectorAll(selector)];
  const texts = (nodes) => nodes.map((node) => node.textContent);
  return {
    stem: texts(all("p", question)).join("\\n\\n"),
    code: form.querySelector("pre")?.textContent ?? "",
    choices: texts(all("input[name=choice]").map((input) => input.closest("label"))),
    lines: texts(all("ol > li > div:first-of-type")),
    prompts: texts(all("select").map((select) => select.labels[0])),
  };
}"""


@dataclass(frozen=True)
class Shown:
    """The texts of an item, in the order in which the page shows them."""

    stem: str
    code: str
    choices: tuple[str, ...]
    lines: tuple[str, ...]
    prompts: tuple[str, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The options of any format."""
        return self.choices or self.lines or self.prompts


def shown(page: Page) -> Shown:
    """Return the item on the screen."""
    expect(page.locator("#question")).to_be_visible()
    raw = page.wait_for_function(_READ).json_value()
    return Shown(raw["stem"], raw["code"], *(tuple(raw[name]) for name in ("choices", "lines", "prompts")))


class AnswerKey:
    """Answers the item on the screen with clicks and keys."""

    def __init__(self, product: Product) -> None:
        self._product = product
        self._made: dict[_Texts, Item] = {}

    def item(self, page: Page) -> Item:
        """Return the item that is on the screen."""
        seen = shown(page)
        name = seen.stem, seen.code, frozenset(seen.texts)
        written = _written()
        if name in written:
            return written[name]
        # What an exam has made is not in the question bank. It is read once, because tests take the database
        # away while a question is on the screen.
        if name not in self._made:
            self._made |= _by_texts(self._product.asked_instances())
        return self._made[name]

    def go_on(self, page: Page, *, right: bool = True) -> bool:
        """Answer the item of a running exam and leave it. Return whether another question follows."""
        number = question_number(page) + 1
        self.answer(page, right=right)
        page.get_by_role("button", name=_("Next question")).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(
            re.compile(rf"{QUESTION} {number}\b|{_RESULT}")
        )
        # The URL also shows whether the exam has ended, and does not change while the result is being loaded.
        return "/test-results/" not in page.url

    def answer(self, page: Page, *, right: bool = True) -> None:
        """Answer the item on the screen without submitting the answer."""
        item, form = self.item(page), page.locator("form")
        match item.format:
            case "fill_in":
                form.get_by_label(_("Your answer")).fill(typed_answer(item) if right else "-98765")
            case "order_lines":
                _order(page, _texts(item, item.key or ()), right=right)
            case "match_pairs":
                _pair(form, item, right=right)
            case _:
                _choose(page, form, _texts(item, item.key or ()), right=right)


def _by_texts(items: Iterable[Item]) -> dict[_Texts, Item]:
    found: dict[_Texts, Item] = {}
    for item in items:
        options = frozenset(_texts(item, [option.id for option in item.options]))
        found[_stem(item), item.code.text if item.code else "", options] = item
    return found


@cache
def _written() -> dict[_Texts, Item]:
    return _by_texts(
        item for technology in built_in_bank().technologies.values() for item in technology.items
    )


def _choose(page: Page, form: Locator, right_texts: Sequence[str], *, right: bool) -> None:
    texts = shown(page).choices
    wanted = right_texts if right else [next(text for text in texts if text not in right_texts)]
    boxes = form.locator("input[name=choice]")
    for place, text in enumerate(texts):
        if text in wanted:
            boxes.nth(place).check()
    # What an earlier answer has checked would make this one the same.
    for place, text in enumerate(texts):
        if text not in wanted and boxes.nth(place).get_attribute("type") == "checkbox":
            boxes.nth(place).uncheck()


def _order(page: Page, wanted: Sequence[str], *, right: bool) -> None:
    if not right:
        wanted = wanted[::-1]
    for place, text in enumerate(wanted):
        while (at := shown(page).lines.index(text)) > place:
            lines = list(shown(page).lines)
            lines.insert(at - 1, lines.pop(at))
            page.locator("form ol > li").nth(at).get_by_role("button", name=_UP).click()
            page.wait_for_function(
                f"(wanted) => ({_READ})().lines.join('\\n') === wanted", arg="\n".join(lines)
            )


def _pair(form: Locator, item: Item, *, right: bool) -> None:
    assert isinstance(item.key, dict)
    partners = {match.id: plain(match.text) for match in item.matches}
    for option in item.options:
        label = partners[item.key[option.id]]
        if not right:
            label = next(text for text in partners.values() if text != label)
        control = form.get_by_label(plain(option.text), exact=True)
        # Each entry begins with its letter.
        entries = control.locator("option").all_inner_texts()
        control.select_option(label=next(entry for entry in entries if entry.partition(": ")[2] == label))


def _texts(item: Item, ids: Sequence[str] | dict[str, str]) -> list[str]:
    # What a program prints is shown as it is.
    by_id = {one.id: one.text if item.format == "output" else plain(one.text) for one in item.options}
    return [by_id[option_id] for option_id in ids]


def typed_answer(item: Item) -> str:
    """Return what a learner types as the right answer to a fill_in item."""
    return item.accept[0] if item.accept else f"{item.number:g}"


def _stem(item: Item) -> str:
    paragraphs = (part.strip() for part in re.split(r"\n\s*\n", item.stem))
    return "\n\n".join(plain(part) for part in paragraphs if part)


def question_number(page: Page) -> int:
    """Return the number of the question on the screen."""
    return int(re.findall(rf"{QUESTION} (\d+)", page.get_by_role("heading", level=1).inner_text())[0])


def given(page: Page) -> list[list[str]]:
    """Return the answer on the screen: the (name, value) pairs of the form."""
    return page.evaluate("() => [...new FormData(document.querySelector('main form')).entries()]")


def expect_item(page: Page, item: Shown) -> None:
    """Wait until the page shows this item, with all texts in the same order."""
    page.wait_for_function(
        f"(wanted) => document.getElementById('question') && JSON.stringify(({_READ})()) === wanted",
        arg=json.dumps(asdict(item), separators=(",", ":"), ensure_ascii=False),
    )


def expect_given(page: Page, answer: list[list[str]]) -> None:
    """Wait until the form on the screen contains this answer."""
    page.wait_for_function(
        """(wanted) => {
          const form = document.querySelector("main form");
          return form !== null && JSON.stringify([...new FormData(form).entries()]) === wanted;
        }""",
        arg=json.dumps(answer, separators=(",", ":"), ensure_ascii=False),
    )


def expect_answered(page: Page) -> None:
    """Expect the page to show that the answer is saved."""
    expect(page.get_by_text("Answer saved", exact=True)).to_be_visible()
