"""Billing in the browser: the plan, canceling, and invoices."""

import io
from pathlib import Path

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.e2e.journeys import Learner, expect_dashboard
from tests.e2e.paying import (
    NO_RENEWAL,
    buy,
    expect_pay_page,
    go_on,
    open_billing,
    open_billing_until,
    pass_time,
    pay,
    payments,
    plan,
)
from tests.e2e.product import Product


def test_a_subscription_is_canceled_resumed_and_replaced_by_lifetime_access(
    member: Page, learner: Learner
) -> None:
    # Before the first purchase, billing leads to the plans.
    open_billing(member)
    expect(member.get_by_text("No payments yet")).to_be_visible()
    expect(member.get_by_text("You won’t be charged real money.")).to_be_visible()
    expect(member.get_by_text("The payments and invoices here are tests.")).to_be_visible()
    member.get_by_role("link", name="See the plans").click()
    expect(plan(member, "Yearly")).to_be_visible()

    buy(member, "Monthly")
    open_billing(member)
    card = member.get_by_role("main")
    expect(card).to_contain_text("Pro Monthly")
    expect(card).to_contain_text("$14 a month")
    next_payment = member.get_by_text("Next payment").locator("xpath=following-sibling::dd").inner_text()

    opener = member.get_by_role("button", name="Cancel subscription…")
    opener.click()
    question = member.get_by_role("dialog", name="Cancel your subscription?")
    expect(question).to_contain_text(f"You keep Pro until {next_payment}")
    question.get_by_role("button", name="Keep subscription").click()
    expect(question).to_have_count(0)
    expect(opener).to_be_focused()

    member.keyboard.press("Enter")
    question.get_by_role("button", name="Cancel subscription").click()
    until = member.get_by_text("Access until").locator("xpath=following-sibling::dd")
    expect(until).to_have_text(next_payment)
    expect(question).to_have_count(0)

    member.get_by_role("button", name="Resume subscription").click()
    toast = member.get_by_text("Your subscription continues.")
    expect(toast).to_be_visible()
    expect(member.get_by_text("Next payment")).to_be_visible()
    member.reload()
    opener.click()
    expect(question).to_be_visible()
    # Not with `expect`, which would wait until the message disappears.
    assert toast.count() == 0

    question.get_by_role("button", name="Cancel subscription").click()
    member.get_by_role("link", name="Get lifetime access").click()
    expect(member.get_by_text("Your subscription is canceled. It ends on")).to_be_visible()
    expect(plan(member, "Lifetime")).to_be_visible()
    expect(plan(member, "Monthly")).to_have_count(0)
    plan(member, "Lifetime").click()
    expect_pay_page(member)
    member.get_by_role("link", name="Back").click()
    member.get_by_role("button", name="Continue with Lifetime").click()
    pay(member)
    go_on(member)
    expect_dashboard(member)
    open_billing(member)
    expect(member.get_by_text("Your monthly subscription ends on")).to_be_visible()

    expect(payments(member)).to_have_count(2)
    row = payments(member).filter(has_text="$249")
    expect(row).to_contain_text("Paid")
    with member.expect_download() as download:
        row.get_by_role("button", name="Invoice").click()
    assert download.value.suggested_filename.startswith("invoice-in_")
    pdf = PdfReader(io.BytesIO(Path(download.value.path()).read_bytes()))
    text = pdf.pages[0].extract_text()
    for words in (learner.name, learner.email, "WebDev Certs Pro Lifetime", "$249.00"):
        assert words in text

    member.goto("/payment")
    expect(member.get_by_role("link", name="Billing").filter(visible=True).first).to_be_visible()
    expect(plan(member, "Lifetime")).to_have_count(0)


def test_a_failed_renewal_is_shown_and_paid_with_another_card(member: Page, product: Product) -> None:
    buy(member, "Monthly", NO_RENEWAL)
    pass_time(product, "month", "day")
    open_billing_until(member, member.get_by_text("Your last renewal payment failed."))
    expect(member.get_by_text("You keep your access until")).to_be_visible()
    expect(payments(member).first).to_contain_text("Failed")

    member.get_by_role("link", name="Pay now").click()
    pay(member)
    expect(member.get_by_text("$14.00 paid")).to_be_visible()
    open_billing_until(member, payments(member).filter(has_text="Paid"), times=2)
    expect(member.get_by_text("Next payment")).to_be_visible()
