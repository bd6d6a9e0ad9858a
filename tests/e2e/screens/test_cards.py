"""Cards beside each other have their parts at the same heights."""

from playwright.sync_api import Page, expect

_TOPS = """(nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().top + scrollY))"""
_HEIGHTS = """(nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().height))"""


def _expect_even(page: Page, cards: str, *parts: str) -> None:
    heights = page.locator(cards).evaluate_all(_HEIGHTS)
    assert len(heights) > 1
    assert len(set(heights)) == 1, cards
    for part in parts:
        tops = page.locator(f"{cards} > {part}").evaluate_all(_TOPS)
        assert len(tops) == len(heights), part
        assert len(set(tops)) == 1, part


def test_what_is_free_and_what_is_paid_line_up(page: Page) -> None:
    for path in ("/", "/de/", "/certifications/react"):
        page.goto(path)
        expect(page.locator("#prices").get_by_text("249")).to_be_visible()
        for width in (800, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            _expect_even(
                page, "#prices .rounded-card", "h3", "ul.border-t", "div:last-child > div:last-child"
            )


def test_plans_line_up(member: Page) -> None:
    member.set_viewport_size({"width": 1280, "height": 900})
    for language in ("", "/de"):
        member.goto(f"{language}/payment")
        expect(member.get_by_role("main").get_by_text("249")).to_be_visible()
        _expect_even(member, "main .rounded-card:has(button)", "ul", "button")
