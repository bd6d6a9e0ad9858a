"""Journeys with the keyboard alone: to a certificate, to paid access and out of it.

That of visitors to an account is in `tests/e2e/public/test_visitors.py`.
"""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.accessibility.settings import SCHEMES
from tests.e2e.answers import AnswerKey, question_number
from tests.e2e.axe import Axe, violations
from tests.e2e.journeys import Learner, expect_dashboard, expect_question, question, tab_to
from tests.e2e.keyboard import activate, answer_with_keys, press, reach, type_into
from tests.e2e.learning import ApiLearner, skip_formats
from tests.e2e.paying import ASKS_THE_BANK, ONWARDS, expect_pay_page, plan
from tests.e2e.product import Product
from webdev_certs.shared.vocabulary import ItemFormat


def test_from_the_sign_in_to_a_certificate(
    page: Page, learner: Learner, tokens: dict[str, Any], key: AnswerKey, product: Product
) -> None:
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
    on_api, seen = ApiLearner(product, tokens), set[ItemFormat]()
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


def test_paying_and_canceling(member: Page, axe: Axe) -> None:
    """Each page and dialog on the way is also checked with axe-core."""
    page = member
    page.goto("/payment")
    activate(page, plan(page, "Monthly"))
    expect_pay_page(page)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page, axe) == [], scheme
    page.emulate_media(color_scheme="light")
    for label, text in (
        ("Card number", ASKS_THE_BANK),
        ("Expiration", "12 / 44"),
        ("CVC", "123"),
        ("Name on card", "Ada Lovelace"),
    ):
        reach(page, page.get_by_label(label))
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    bank = page.get_by_role("button", name="Complete authentication")
    expect(bank).to_be_visible()
    assert violations(page, axe) == []
    activate(page, bank)
    expect(page.get_by_role("status").filter(has_text="You now have everything in Pro")).to_be_visible()
    activate(page, page.get_by_role("link", name=ONWARDS))
    expect_dashboard(page)

    page.goto("/dashboard/billing")
    activate(page, page.get_by_role("button", name="Cancel subscription…"))
    dialog = page.get_by_role("dialog", name="Cancel your subscription?")
    expect(dialog).to_be_visible()
    # The dialog can be left without canceling, and the focus returns to its button.
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Cancel subscription…")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    assert violations(page, axe) == []
    activate(page, dialog.get_by_role("button", name="Cancel subscription"))
    expect(page.get_by_role("button", name="Resume subscription")).to_be_visible()
    activate(page, page.get_by_role("link", name="Get lifetime access"))
    expect(plan(page, "Lifetime")).to_be_visible()
    assert violations(page, axe) == []
