"""A change of the page moves the focus and is announced, as a browser does when it loads a document."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.journeys import expect_announced, record_announcements, wait_for_scripts


def test_the_focus_goes_to_the_new_heading_and_the_title_is_announced(page: Page) -> None:
    record_announcements(page)
    page.goto("/")
    wait_for_scripts(page)
    page.get_by_role("contentinfo").get_by_role("link", name="Support").click()
    expect(page.get_by_role("heading", level=1, name="How can we help?")).to_be_focused()
    expect_announced(page, "Support · WebDev Certs")
    # It is removed, so that screen readers do not read it as part of the page.
    expect(page.get_by_role("status").filter(has_text="Support · WebDev Certs")).to_have_count(0)


def test_a_link_in_authored_text_does_not_reload_the_page(page: Page) -> None:
    page.goto("/support")
    link = page.get_by_role("main").get_by_role("link", name="write to us").first
    expect(link).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.evaluate("() => { window.sameDocument = true; }")
    link.click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("How can we help?")
    assert page.evaluate("() => window.sameDocument")


def test_a_link_in_authored_text_stays_in_the_language(page: Page) -> None:
    page.goto("/de/support")
    link = page.get_by_role("main").get_by_role("link", name="Schreiben Sie uns").first
    # The same in a new tab.
    expect(link).to_have_attribute("href", "/de/contact")
    page.wait_for_load_state("networkidle")
    link.click()
    expect(page).to_have_url(re.compile("/de/contact$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Kontakt")


def test_the_views_of_the_dashboard_take_the_focus_too(member: Page) -> None:
    member.goto("/dashboard/overview")
    wait_for_scripts(member)
    member.get_by_role("link", name="Progress").filter(visible=True).click()
    expect(member.get_by_role("heading", level=1)).to_be_focused()
