"""Menus, dialogs and fields that open, used with the keyboard alone: the focus returns and is not caught."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.certificates.test_employers_and_holders import SPECIMEN
from tests.e2e.journeys import at, expect_question, wait_for_scripts
from tests.e2e.keyboard import activate, answer_with_keys, press, reach
from tests.e2e.learning import ApiLearner
from tests.e2e.product import Product


def test_the_share_menu_and_the_badge_to_embed(
    member: Page, tokens: dict[str, Any], product: Product
) -> None:
    learner = ApiLearner(product, tokens)
    learner.take_exam("react", right=True)
    (number,) = learner.certificates()
    member.goto("/dashboard/my-certificates")
    opener = member.get_by_role("button", name=f"Share: {number}")
    activate(member, opener)
    first, last = (member.get_by_role("button", name=name) for name in ("Copy link", "Embed the badge…"))
    expect(first).to_be_visible()
    member.keyboard.press("Escape")
    expect(first).to_be_hidden()
    expect(opener).to_be_focused()
    # Tab goes through the entries and on to what follows the menu: it is no trap.
    member.keyboard.press("Enter")
    reach(member, last)
    member.keyboard.press("Tab")
    expect(last).not_to_be_focused()
    member.keyboard.press("Shift+Tab")
    expect(last).to_be_focused()
    member.keyboard.press("Enter")
    dialog = member.get_by_role("dialog", name="Embed the badge")
    expect(dialog).to_be_visible()
    _stays_inside(member, dialog)
    activate(member, dialog.get_by_role("button", name="Copy"))
    expect(dialog.get_by_role("status")).to_have_text("Copied.")
    member.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    member.keyboard.press("Enter")
    activate(member, last)
    # The last of both, because the icon in the corner has the same name.
    activate(member, dialog.get_by_role("button", name="Close").last)
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_a_bookmark_and_a_note(
    member: Page, tokens: dict[str, Any], product: Product, key: AnswerKey
) -> None:
    ApiLearner(product, tokens).get_access()
    member.goto("/practice-test/react")
    expect_question(member, 1)
    answer_with_keys(member, key)
    press(member, "form button[type=submit]")
    expect(member.locator("#verdict")).to_be_focused()
    bookmark = member.get_by_role("button", name="Bookmark", exact=True)
    activate(member, bookmark)
    expect(bookmark).to_have_attribute("aria-pressed", "true")
    expect(bookmark).to_be_focused()
    reach(member, member.locator("summary", has_text="Add a note"))
    member.keyboard.press("Enter")
    field = member.get_by_label("Your note on this question")
    reach(member, field)
    # The keys of the page mean letters in a field, and Enter a new line.
    member.keyboard.type("m is for memo")
    member.keyboard.press("Enter")
    expect(field).to_have_value("m is for memo\n")
    expect(bookmark).to_have_attribute("aria-pressed", "true")
    member.keyboard.press("Tab")
    expect(field).not_to_be_focused()
    expect(member.get_by_text("Saved", exact=True)).to_be_visible()
    activate(member, member.get_by_role("button", name="Next question"))
    expect_question(member, 2)


def test_a_list_of_numbers_after_skipping_the_navigation(page: Page) -> None:
    page.goto("/employers")
    wait_for_scripts(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    expect(page).to_have_url(at("/employers"))
    activate(page, page.get_by_role("main").get_by_role("link", name="Verify many at once"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    numbers = page.get_by_label("Certificate numbers")
    reach(page, numbers)
    page.keyboard.type(SPECIMEN)
    page.keyboard.press("Enter")
    page.keyboard.type("WDC-RE-302P")
    activate(page, page.get_by_role("button", name="Verify", exact=True))
    expect(page.get_by_role("heading", name="Results")).to_be_focused()
    reach(page, page.get_by_role("link", name=SPECIMEN))
    with page.expect_download():
        activate(page, page.get_by_role("button", name="Download as CSV"))


def _stays_inside(page: Page, dialog: Locator) -> None:
    """Go round with Tab: the focus leaves a modal dialog only for the browser's own controls."""
    for _time in range(8):
        page.keyboard.press("Tab")
        assert dialog.evaluate(
            "(node) => document.activeElement === document.body || node.contains(document.activeElement)"
        )
