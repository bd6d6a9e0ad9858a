"""The navigation marks the current page, even if that page is in the account menu."""

import re

from playwright.sync_api import Locator, Page, expect

PAGES = {"profile": "Profile", "billing": "Billing"}
WIDTHS = (390, 1280)


def _account(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Account: ")).filter(visible=True)


def test_pages_of_the_account_menu_are_marked_in_it_and_the_others_as_tabs(member: Page) -> None:
    for width in WIDTHS:
        member.set_viewport_size({"width": width, "height": 800})
        for view, name in PAGES.items():
            member.goto(f"/dashboard/{view}")
            expect(_account(member)).to_have_attribute("aria-current", "true")
            _account(member).click()
            entries = member.locator("[popover]").get_by_role("link")
            current = entries.and_(member.locator("[aria-current=page]")).filter(visible=True)
            expect(current).to_have_text([name])
            member.keyboard.press("Escape")

    # Pages that are tabs are marked there, and not in the account menu.
    current = member.get_by_role("navigation", name="Dashboard").locator("[aria-current=page]")
    for view, name in (("my-certificates", "Certificates"), ("progress", "Progress")):
        member.goto(f"/dashboard/{view}")
        for width in WIDTHS:
            member.set_viewport_size({"width": width, "height": 800})
            expect(current.filter(visible=True)).to_have_text([name])
            expect(_account(member)).to_have_attribute("aria-current", "false")
    # A newcomer's progress shows one way on.
    main = member.get_by_role("main")
    expect(main.get_by_text("No progress yet")).to_be_visible()
    expect(main.get_by_role("link", name="Start practice")).to_be_visible()
    expect(main.get_by_role("heading")).to_have_text(["Progress"])
