"""Verification of unknown and mistyped certificate numbers."""

from random import Random

from playwright.sync_api import Page, Route, expect

from tests.e2e.journeys import at, wait_until
from webdev_certs.server.domain.certificate_numbers import new_number

UNKNOWN = new_number("react", Random(7))
MISTYPED = UNKNOWN.replace(UNKNOWN[7], "7" if UNKNOWN[7] != "7" else "8", 1)


def test_unknown_and_mistyped_numbers_show_different_errors(page: Page) -> None:
    # Each error comes after the other one, so that none stays from the page before.
    for number, words in (
        (UNKNOWN, "No certificate has this number"),
        (MISTYPED, "This number can’t be right"),
        (UNKNOWN.lower().replace("-", ""), "No certificate has this number"),
        ("hello", "This number can’t be right"),
        (UNKNOWN, "No certificate has this number"),
        ("..%252f..%252fapi", "This number can’t be right"),
    ):
        page.goto(f"/verify/{number}")
        expect(page.get_by_text(words)).to_be_visible()
        expect(page.get_by_text("Valid certificate")).to_have_count(0)


def test_the_sample_proves_nothing_and_screen_readers_hear_that_alone(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Verify this sample").click()
    heard = page.get_by_role("status").filter(has_text="This is a sample, not a certificate")
    expect(heard).to_be_visible()
    expect(page.get_by_role("heading", name="What we checked")).to_be_visible()
    expect(heard).not_to_contain_text("What we checked")
    expect(page.get_by_text("Sam Sample")).to_be_visible()
    expect(heard).not_to_contain_text("Sam Sample")
    expect(page.get_by_text("Valid certificate")).to_be_hidden()


def test_a_number_can_be_typed_on_the_home_page_and_the_verification_page(page: Page) -> None:
    page.goto("/")
    page.get_by_role("textbox", name="Certificate number").fill(f" {UNKNOWN} ")
    page.get_by_role("button", name="Verify").click()
    expect(page).to_have_url(at(f"/verify/{UNKNOWN}"))
    expect(page.get_by_text("No certificate has this number")).to_be_visible()
    page.get_by_role("textbox", name="Certificate number").fill(MISTYPED)
    page.get_by_role("button", name="Verify").click()
    expect(page).to_have_url(at(f"/verify/{MISTYPED}"))
    expect(page.get_by_text("This number can’t be right")).to_be_visible()
    # It stays in the field, so that one character can be corrected.
    expect(page.get_by_role("textbox", name="Certificate number")).to_have_value(MISTYPED)


def test_the_answer_about_a_file_is_not_shown_on_the_page_of_another_number(page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/verify/file", lambda route: held.append(route))
    page.goto(f"/verify/{UNKNOWN}")
    expect(page.get_by_text("No certificate has this number")).to_be_visible()
    page.locator("input[type=file]").set_input_files(
        {"name": "badge.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    expect(page.get_by_text("Verifying badge.json")).to_be_visible()
    wait_until(page, lambda: bool(held))
    number = page.get_by_role("textbox", name="Certificate number")
    number.fill(MISTYPED)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("This number can’t be right")).to_be_visible()
    expect(page.get_by_text("Verifying badge.json")).to_have_count(0)
    with page.expect_response("**/api/verify/file"):
        held[0].fulfill(status=200, body="{}", content_type="application/json")
    # The browser has had the time to send what it was told.
    page.get_by_role("textbox", name="Certificate number").press("Tab")
    page.wait_for_timeout(1000)
    expect(page.locator("#file-result")).to_have_text("")
