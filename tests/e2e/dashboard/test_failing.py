"""A view whose data cannot be loaded says so within the frame of its page, and can be tried again."""

from playwright.sync_api import Page, expect

from tests.e2e.product import Product

_VIEWS = ("overview", "profile", "billing")
"""One of each kind; `tests/unit/ui/states/session/test_screens.py` has all."""


def test_a_view_says_that_it_failed_and_loads_when_tried_again(member: Page, product: Product) -> None:
    for view in _VIEWS:
        # In a new tab, for which nothing is loaded yet.
        tab = member.context.new_page()
        _fail_and_try_again(tab, product, view)
        tab.close()


def _fail_and_try_again(page: Page, product: Product, view: str) -> None:
    again = page.get_by_role("button", name="Try again")
    with product.without_table("practice_sessions"), product.without_table("payments"):
        page.goto(f"/dashboard/{view}")
        expect(again).to_be_visible()
        expect(page.get_by_role("alert").filter(has=again)).to_contain_text("couldn’t load")
        expect(page.get_by_role("navigation", name="Dashboard").filter(visible=True)).to_be_visible()
        # A test may be running.
        expect(page.get_by_role("link", name="Go to your tests")).to_have_count(
            1 if view == "overview" else 0
        )
    again.click()
    # What the page shows comes from more than one call, and one click repeats them all.
    expect(again).to_have_count(0)
    expect(page.get_by_role("status", name="Loading")).to_have_count(0)
    expect(page.get_by_text("couldn’t load")).to_have_count(0)
