"""From the sign-in to a certificate with the keyboard alone."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey, question_number
from tests.e2e.journeys import Learner, expect_dashboard, expect_question, question, tab_to
from tests.e2e.keyboard import answer_with_keys, press, type_into
from tests.e2e.learning import ApiLearner, skip_formats
from tests.e2e.mails import confirm_email
from tests.e2e.product import Product
from webdev_certs.shared.vocabulary import ItemFormat


def test_from_the_sign_in_to_a_certificate(
    page: Page, learner: Learner, tokens: dict[str, Any], key: AnswerKey, product: Product
) -> None:
    confirm_email(product, learner.email, tokens["access_token"])
    page.goto("/auth/login")
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()
    type_into(page, "#email", learner.email)
    type_into(page, "#password", learner.password)
    page.keyboard.press("Enter")
    expect_dashboard(page)

    press(page, "nav a[href='/dashboard/practice']")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    press(page, "main a[href='/practice-test/react']")
    expect_question(page, 1)
    answer_with_keys(page, key)
    press(page, "form button[type=submit]")
    expect(page.locator("#verdict").get_by_text("Correct", exact=True)).to_be_visible()
    expect(page.locator("#verdict")).to_be_focused()

    page.goto("/dashboard/certifications")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    press(page, "main a[href^='/test/react']")
    expect(page.get_by_role("button", name="Start the test")).to_be_visible()
    press(page, "main button")
    expect_question(page, 1)
    expect(question(page)).to_be_focused()
    on_api, seen = ApiLearner(product.url, tokens), set[ItemFormat]()
    while True:
        number = question_number(page) + 1
        seen.add(key.item(page).format)
        answer_with_keys(page, key)
        press(page, "form button[type=submit]")
        expect(page.get_by_role("heading", level=1)).to_have_text(
            re.compile(rf"question {number}\b|test result")
        )
        if "/test-results/" in page.url:
            break
        expect(question(page)).to_be_focused()
        # Each format is answered once with the keyboard, and the last question.
        skip_formats(page, on_api, "react", seen)

    expect(page.get_by_text("Passed", exact=True)).to_be_visible()
    download = page.get_by_role("button", name="Download PDF")
    expect(download).to_be_visible()
    tab_to(page, "main a[href^='/verify/']")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Valid certificate")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
