"""Nothing moves when data takes the place of a placeholder."""

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys import expect_question
from tests.e2e.learning import ApiLearner

_WIDTHS = (390, 1280)
_ALLOWED = 0.02
_ALLOWED_PIXELS = 4
_RECORD = """
window.shift = 0;
new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
  if (!entry.hadRecentInput) window.shift += entry.value;
})).observe({ type: "layout-shift", buffered: true });
"""
_VIEWS = ("overview", "certifications", "practice", "progress", "my-certificates", "profile", "billing")


def _open(page: Page, path: str) -> None:
    """Open a page and wait until it is complete."""
    page.goto(path)
    expect(page.locator("main:not(:has([data-loading]))")).to_be_visible()
    expect(page.get_by_role("status", name="Loading")).to_have_count(0)
    page.wait_for_load_state("networkidle")


def _shift(page: Page, path: str) -> float:
    """Return how much has moved (Cumulative Layout Shift) until a page is complete."""
    _open(page, path)
    return page.evaluate("() => window.shift")


def _shifts(
    page: Page, paths: Sequence[str], look: Callable[[str], object] = lambda _name: None
) -> dict[str, float]:
    """Return which pages move too much, on phones or on wide screens.

    Args:
        page: The window.
        paths: The paths of the pages.
        look: Looks at each page when it is complete; it gets the page's name in the result.
    """
    page.add_init_script(_RECORD)
    found: dict[str, float] = {}
    for width in _WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        for path in paths:
            found[_name(path, width)] = _shift(page, path)
            look(_name(path, width))
    return {name: shift for name, shift in found.items() if shift >= _ALLOWED}


def _name(path: str, width: int) -> str:
    return f"{path}, {width} px"


def test_results_and_reviews_take_the_place_of_their_placeholders(
    member: Page, api_learner: ApiLearner
) -> None:
    api_learner.get_access()
    paths = [
        f"/test-results/{api_learner.take_exam('vue', right=False)}",
        f"/practice-results/{api_learner.practice('react', wrong=(2,))}",
        "/practice-mistakes/react",
        "/practice-mistakes/java",
        "/practice-history",
        "/practice-search?q=state",
        "/dashboard/practice",
        "/dashboard/progress",
    ]
    assert _shifts(member, paths) == {}


def test_views_and_their_frame_take_the_place_of_placeholders(newcomer: Page) -> None:
    """Compares positions too, because layout shift does not count elements that are replaced."""
    paths = [f"/dashboard/{view}" for view in _VIEWS]
    tops: dict[str, float] = {}

    def note_top(name: str) -> None:
        expect(newcomer.get_by_role("complementary", name="Your email isn’t confirmed")).to_be_visible()
        tops[name] = _top(newcomer, "main h1")

    assert _shifts(newcomer, paths, note_top) == {}
    unknown = newcomer.context.new_page()
    unknown.route_web_socket(re.compile("/_event"), lambda _route: None)
    moved: dict[str, float] = {}
    for path in paths:
        unknown.goto(path)
        expect(unknown.locator("main [data-loading]")).to_be_visible()
        for width in _WIDTHS:
            unknown.set_viewport_size({"width": width, "height": 800})
            name = _name(path, width)
            moved[name] = abs(tops[name] - _top(unknown, "main h1"))
    assert {name: pixels for name, pixels in moved.items() if pixels > _ALLOWED_PIXELS} == {}


def test_the_note_about_test_payments_has_its_place_before_it_comes(member: Page) -> None:
    waiting = member.context.new_page()
    waiting.route_web_socket(re.compile("/_event"), lambda _route: None)
    for page in (waiting, member):
        page.goto("/dashboard/billing")
    expect(member.get_by_text("You won’t be charged real money.")).to_be_visible()
    for width in _WIDTHS:
        for page in (waiting, member):
            page.set_viewport_size({"width": width, "height": 800})
        before = _top(waiting, "main [data-loading] section > div >> nth=0")
        after = _top(member, "main div.rounded-card:has(> div > h2)")
        assert abs(before - after) <= _ALLOWED_PIXELS, width


def _top(page: Page, selector: str) -> float:
    return page.locator(selector).evaluate("(node) => node.getBoundingClientRect().top")


def test_a_reloaded_or_resumed_test_takes_the_place_of_the_placeholder_of_a_question(
    member: Page, api_learner: ApiLearner
) -> None:
    api_learner.start_exam("react")
    assert _shifts(member, ["/test/react"]) == {}
    # Practice waits for the test, and leads to it.
    member.goto("/practice-test/react")
    expect(member.get_by_text("Your React test is running.")).to_be_visible()
    member.get_by_role("link", name="Resume the React test").click()
    expect_question(member, 1)
    progress = _places(member.get_by_role("progressbar"))
    # Like another device, another tab does not know of the test by itself.
    other_tab = member.context.new_page()
    other_tab.goto("/dashboard")
    path = other_tab.get_by_role("link", name="Resume the React test").get_attribute("href")
    # From now on, nothing says who is signed in, so the placeholders stay.
    member.context.route_web_socket(re.compile("/_event"), lambda _route: None)
    member.reload()
    assert _first_block(member) == progress
    other_tab.goto("/test/react")
    assert all(place != right for place, right in zip(_first_block(other_tab), progress, strict=True))
    other_tab.goto(path or "")
    assert _first_block(other_tab) == progress


def _first_block(page: Page) -> list[list[float]]:
    """Return where the first block of the placeholder is."""
    expect(page.get_by_role("status", name="Loading").first).to_be_visible()
    return _places(page.locator("main [data-loading] span").first)


def _places(block: Locator) -> list[list[float]]:
    """Return the left, top, width and height of a block in each width, however far the page is scrolled."""
    found = []
    for width in _WIDTHS:
        block.page.set_viewport_size({"width": width, "height": 800})
        found.append(
            block.evaluate(
                "(node) => { const { x, y, width, height } = node.getBoundingClientRect();"
                " return [x, y + scrollY, width, height]; }"
            )
        )
    return found
