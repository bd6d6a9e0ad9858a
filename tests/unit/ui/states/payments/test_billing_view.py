"""The texts of the billing page, from what the API answers."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from webdev_certs.schemas.payments import BillingState, PaymentRecord, Subscription
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.payments.billing_view import payment_row, plan_state

STARTED = datetime(2026, 3, 2, tzinfo=UTC)
NEXT = datetime(2027, 3, 2, tzinfo=UTC)


def subscription(status: str, **changes: Any) -> Subscription:
    values = {
        "subscription_id": "sub_1",
        "product_type": "yearly",
        "status": status,
        "amount": 9900,
        "currency": "eur",
        "interval": "year",
        "started_at": STARTED,
        "renews_at": NEXT if status == "active" else None,
        "ends_at": NEXT if status in ("ending", "ended") else None,
        "grace_until": NEXT + timedelta(days=7) if status == "past_due" else None,
        "pay_url": "https://stripe.example/pay" if status == "past_due" else None,
    }
    return Subscription.model_validate(values | changes)


def billing(access: str, status: str = "", **changes: Any) -> BillingState:
    found = subscription(status, **changes) if status else None
    return BillingState.model_validate({"access": access, "subscription": found})


def payment(**changes: Any) -> PaymentRecord:
    values = {
        "payment_id": "in_1",
        "product_type": "lifetime",
        "amount": 14_900,
        "amount_refunded": 0,
        "currency": "eur",
        "status": "paid",
        "created_at": STARTED,
        "invoice_id": "in_1",
    }
    return PaymentRecord.model_validate(values | changes)


@pytest.mark.parametrize(
    ("state", "kind", "title", "badge"),
    [
        (billing("none"), "free", "Free plan", ""),
        (billing("granted"), "granted", "Granted access", "Active"),
        (billing("lifetime"), "lifetime", "Lifetime access", "Paid"),
        (billing("subscription", "active"), "active", "Yearly subscription", "Active"),
        (billing("subscription", "ending"), "ending", "Yearly subscription", "Canceled"),
        (billing("subscription", "past_due"), "past_due", "Yearly subscription", "Payment failed"),
        (billing("none", "ended"), "ended", "Free plan", ""),
        (billing("granted", "ended"), "granted", "Granted access", "Active"),
    ],
)
def test_the_plan_is_what_gives_access_now(state: BillingState, kind: str, title: str, badge: str):
    plan = plan_state(state)
    assert (plan.kind, plan.title, plan.badge) == (kind, title, badge)


def test_an_active_subscription_shows_price_and_next_payment():
    plan = plan_state(billing("subscription", "active"))
    assert (plan.price, plan.since) == ("€99 a year", "2 March 2026")
    assert (plan.date_name, plan.date) == ("Next payment", "2 March 2027")
    assert "You keep your access until 2 March 2027." in plan.consequence


def test_a_canceled_subscription_shows_the_end_of_access():
    plan = plan_state(billing("subscription", "ending"))
    assert (plan.date_name, plan.date, plan.consequence) == ("Access until", "2 March 2027", "")


def test_a_failed_renewal_shows_the_grace_period_and_how_to_pay():
    plan = plan_state(billing("subscription", "past_due"))
    assert plan.warning == "Your last renewal payment failed."
    assert plan.warning_text == "You keep your access until 9 March 2027. Pay by then to keep it."
    assert plan.pay_url == "https://stripe.example/pay"
    assert "end immediately" in plan.consequence


def test_after_the_grace_period_a_failed_renewal_shows_that_access_has_ended():
    plan = plan_state(billing("none", "past_due"))
    assert (plan.kind, plan.date_name) == ("past_due", "Access ended")
    assert plan.warning_text == "Your access has ended. Pay to get it back immediately."


def test_an_ended_subscription_shows_its_end():
    plan = plan_state(billing("none", "ended"))
    assert (plan.date_name, plan.date) == ("Yearly subscription ended", "2 March 2027")


@pytest.mark.parametrize("status", ["", "ended"])
def test_lifetime_access_alone_is_not_charged_again(status: str):
    plan = plan_state(billing("lifetime", status))
    assert (plan.further_charges, plan.warning) == ("You won't be charged again.", "")


def test_lifetime_access_with_a_canceled_subscription_shows_its_end():
    plan = plan_state(billing("lifetime", "ending"))
    assert plan.further_charges.startswith("Your yearly subscription ends on 2 March 2027")
    assert (plan.warning, plan.consequence) == ("", "")


def test_lifetime_access_with_an_active_subscription_offers_to_cancel_it():
    plan = plan_state(billing("lifetime", "active"))
    assert plan.kind == "lifetime"
    assert plan.warning == "Your yearly subscription is still active."
    assert "You keep your lifetime access" in plan.consequence


@pytest.mark.parametrize("status", ["active", "ending"])
def test_a_running_subscription_without_access_says_so(status: str):
    plan = plan_state(billing("none", status))
    assert (plan.badge, plan.tone) == ("No access", "warning")
    assert plan.warning == "This subscription doesn't give you access right now."
    assert ("with the next payment on 2 March 2027" in plan.warning_text) == (status == "active")


def test_a_payment_shows_amount_date_and_invoice():
    row = payment_row(payment())
    assert (row.title, row.date, row.amount, row.status) == ("Lifetime", "2 March 2026", "€149", "Paid")
    assert (row.refunded, row.remark, row.invoice_id) == ("", "", "in_1")


@pytest.mark.parametrize(
    ("status", "amount_refunded", "shown", "refunded"),
    [
        ("partially_refunded", 150, "Partly refunded", "€1.50"),
        ("refunded", 14_900, "Refunded", "€149"),
        ("open", 0, "Waiting for payment", ""),
        ("failed", 0, "Failed", ""),
    ],
)
def test_a_payment_shows_its_status(status: str, amount_refunded: int, shown: str, refunded: str):
    row = payment_row(payment(status=status, amount_refunded=amount_refunded))
    assert (row.status, row.refunded) == (shown, refunded)


def test_a_disputed_payment_says_what_that_means():
    row = payment_row(payment(status="disputed"))
    assert (row.status, row.remark.partition(".")[0]) == ("Disputed", "Your bank is holding this payment")


def test_plans_and_payments_are_said_in_the_language_of_the_tab():
    with in_language("de"):
        plan = plan_state(billing("lifetime", "ending", product_type="monthly"))
        row = payment_row(payment(status="failed"))
    assert plan.further_charges.startswith("Ihr Monatsabo endet am 2. März 2027 ")
    assert (row.title, row.amount, row.status) == (
        "Unbefristet",
        "149\N{NO-BREAK SPACE}€",
        "Fehlgeschlagen",
    )
