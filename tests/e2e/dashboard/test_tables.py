"""The progress view: it uses the width of a desktop, and the tables behind its charts fit on phones."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys import wait_until
from tests.e2e.learning import ApiLearner
from webdev_certs.shared.translation import LANGUAGES, _, in_language, language_prefix

_CUT_OFF = """(table) => {
  const { left, right } = table.closest("details").getBoundingClientRect();
  return [...table.querySelectorAll("th, td")].filter((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    const boxes = [...words.getClientRects()];
    // A word that is wider than its cell is broken, or hangs out of it.
    const isBroken = [...cell.textContent.matchAll(/[\\p{L}\\d–]+/gu)].some(({ 0: word }) => {
      const probe = Object.assign(document.createElement("span"), { textContent: word });
      Object.assign(probe.style, { position: "absolute", whiteSpace: "nowrap" });
      cell.append(probe);
      const { width } = probe.getBoundingClientRect();
      probe.remove();
      return width > cell.clientWidth + 1;
    });
    const isOutside = boxes.some((box) => box.left < left - 0.5 || box.right > right + 0.5);
    return isBroken || isOutside || cell.scrollWidth > cell.clientWidth;
  }).map((cell) => cell.textContent);
}"""
"""Returns the texts of cells that are not within the table's frame, or have a word that does not fit."""


def _tables(page: Page, number: int) -> Locator:
    opened = page.get_by_text(_("Show the numbers"), exact=True).filter(visible=True)
    expect(opened).to_have_count(number)
    for place in range(number):
        opened.nth(place).click()
    return page.locator("details[open] table")


def test_the_tables_are_tables_on_a_phone_and_no_number_is_cut_off(
    member: Page, api_learner: ApiLearner
) -> None:
    # Two practice sessions, so that topics have scores.
    api_learner.practice("react", wrong=(2, 5))
    api_learner.practice("react", wrong=(1,))
    _expect_tables(member)
    for language in LANGUAGES:
        with in_language(language):
            _expect_whole_numbers(member, "/dashboard/progress", 2)
    _expect_figures_and_chance_beside_charts(member)


def _expect_whole_numbers(page: Page, path: str, number: int) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(language_prefix() + path)
    tables = _tables(page, number)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        expect(tables.first).to_be_visible()
        assert [table.evaluate(_CUT_OFF) for table in tables.all()] == [[]] * number
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def _expect_tables(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 844})
    page.goto("/dashboard/progress")
    tables = _tables(page, 2)
    client = page.context.new_cdp_session(page)
    found = client.send("Accessibility.getFullAXTree")["nodes"]
    roles = [node["role"]["value"] for node in found if not node["ignored"]]
    expect(tables).to_have_count(2)
    assert roles.count("table") == 2
    assert {"row", "columnheader", "rowheader", "cell"} <= set(roles)


def _expect_figures_and_chance_beside_charts(page: Page) -> None:
    """Expect them beside the charts on wide screens, and above or below on phones."""
    page.goto("/dashboard/progress")
    calendar = page.locator("figure", has=page.locator(".chart-calendar"))
    streak = page.locator("dl", has_text="Longest streak")
    numbers = page.locator("figure", has=page.locator(".chart-numbers"))
    chance = page.get_by_role("heading", name="Chance of passing")
    expect(chance).to_be_visible()
    for width, is_beside in ((390, False), (1280, True)):
        page.set_viewport_size({"width": width, "height": 800})
        _expect_beside(page, streak, calendar, is_beside)
        _expect_beside(page, chance, numbers, is_beside)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    bar = page.get_by_role("img", name="Chance of passing the React test:")
    expect(bar).to_have_accessible_name(f"Chance of passing the React test: {_chance(page)}")
    # The explanation is one click away.
    page.get_by_role("link", name="What the chance of passing means").click()
    expect(page.get_by_role("heading", name="What does my chance of passing mean?")).to_be_in_viewport()


def _chance(page: Page) -> str:
    """Return the chance with its range, as the screen shows it."""
    shown = page.get_by_role("heading", name="Chance of passing").locator("xpath=following-sibling::p[1]")
    text, likely = shown.locator("span").all_inner_texts()
    assert likely.startswith("likely ")
    return f"{text}, {likely}"


def _expect_beside(page: Page, one: Locator, other: Locator, is_beside: bool) -> None:
    wait_until(page, lambda: _is_beside(one, other) is is_beside)


def _is_beside(one: Locator, other: Locator) -> bool | None:
    """Whether two elements stand side by side, not one above the other; None while one is drawn anew."""
    first, second = one.bounding_box(), other.bounding_box()
    if first is None or second is None:
        return None
    apart = first["x"] >= second["x"] + second["width"] or second["x"] >= first["x"] + first["width"]
    level = first["y"] < second["y"] + second["height"] and second["y"] < first["y"] + first["height"]
    return apart and level
