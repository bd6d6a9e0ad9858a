"""A change of the page moves the focus and is announced, as a browser does when it loads a document.

`test_keyboard_journey.py` shows it for the views of the dashboard.
"""

from playwright.sync_api import Page, expect

from tests.e2e.journeys import at, expect_announced, record_announcements, wait_for_scripts


def test_the_focus_goes_to_the_new_heading_and_the_title_is_announced(page: Page) -> None:
    record_announcements(page)
    page.goto("/")
    wait_for_scripts(page)
    page.get_by_role("contentinfo").get_by_role("link", name="Support").click()
    expect(page.get_by_role("heading", level=1, name="How can we help?")).to_be_focused()
    expect_announced(page, "Support · WebDev Certs")
    # It is removed, so that screen readers do not read it as part of the page.
    expect(page.get_by_role("status").filter(has_text="Support · WebDev Certs")).to_have_count(0)

    # A link in an authored text does not load a document either, and stays in the language.
    page.evaluate("() => { window.sameDocument = true; }")
    page.get_by_role("main").get_by_role("link", name="write to us").first.click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("How can we help?")
    assert page.evaluate("() => window.sameDocument")
    page.goto("/de/support")
    wait_for_scripts(page)
    link = page.get_by_role("main").get_by_role("link", name="Schreiben Sie uns").first
    # The same in a new tab.
    expect(link).to_have_attribute("href", "/de/contact")
    link.click()
    expect(page).to_have_url(at("/de/contact"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Kontakt")
