"""What pages say without a connection."""

from playwright.sync_api import Page, expect

WAITING = "opens when you’re back online."
REFUSED = "so nothing was sent."


def open_overview(page: Page, path: str = "/dashboard") -> None:
    page.goto(path)
    # With the name: before the scripts run, the document has a heading already.
    expect(page.get_by_role("heading", name="Hi Ada")).to_be_visible()


def expect_waiting(page: Page, text: str) -> None:
    """Expect that screen readers hear which page waits: the text is in a live region."""
    expect(page.get_by_role("status").filter(has_text=WAITING)).to_contain_text(text)
