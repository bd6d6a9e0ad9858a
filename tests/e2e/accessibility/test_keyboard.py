"""The pages work with the keyboard alone."""

from playwright.sync_api import Page, expect

from tests.e2e.journeys import at


def test_the_navigation_can_be_skipped(page: Page) -> None:
    page.goto("/verify/WDC-RE-7K3M-92QF-X")
    expect(page.get_by_text("This number can’t be right", exact=True)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    expect(page).to_have_url(at("/verify/WDC-RE-7K3M-92QF-X"))
