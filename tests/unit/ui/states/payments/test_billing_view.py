"""The texts of the billing page, from what the API answers."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from webdev_certs.schemas.payments import BillingState, PaymentRecord, Subscription
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.payments.billing import payment_row, plan_state

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


PAST_DUE = {
    "warning": "Your last renewal payment failed.",
    "warning_text": "You keep your access until March\u00a09,\u00a02027. Pay by then to keep it.",
    "pay_url": "https://stripe.example/pay",
}
NO_ACCESS = {
    "badge": "No access",
    "tone": "warning",
    "warning": "This subscription doesn’t give you access right now.",
}
PLANS = [
    # What gives access, the state of the subscription, and what the page shows.
    ("none", "", {"kind": "free", "title": "Free plan", "badge": ""}),
    ("granted", "", {"kind": "granted", "title": "Granted access", "badge": "Active"}),
    ("granted", "ended", {"kind": "granted", "title": "Granted access", "badge": "Active"}),
    ("lifetime", "", {"kind": "lifetime", "title": "Lifetime access", "badge": "Paid"}),
    ("lifetime", "", {"further_charges": "You won’t be charged again.", "warning": ""}),
    ("lifetime", "ended", {"further_charges": "You won’t be charged again.", "warning": ""}),
    ("lifetime", "ending", {"warning": "", "consequence": ""}),
    ("lifetime", "active", {"kind": "lifetime", "warning": "Your yearly subscription is still active."}),
    ("subscription", "active", {"kind": "active", "title": "Yearly subscription", "badge": "Active"}),
    ("subscription", "active", {"price": "€99 a year", "since": "March\u00a02,\u00a02026"}),
    ("subscription", "active", {"date_name": "Next payment", "date": "March\u00a02,\u00a02027"}),
    ("subscription", "ending", {"kind": "ending", "title": "Yearly subscription", "badge": "Canceled"}),
    (
        "subscription",
        "ending",
        {"date_name": "Access until", "date": "March\u00a02,\u00a02027", "consequence": ""},
    ),
    ("subscription", "past_due", {"kind": "past_due", "badge": "Payment failed", **PAST_DUE}),
    ("none", "past_due", {"kind": "past_due", "date_name": "Access ended"}),
    ("none", "past_due", {"warning_text": "Your access has ended. Pay to get it back immediately."}),
    ("none", "ended", {"kind": "ended", "title": "Free plan", "badge": ""}),
    ("none", "ended", {"date_name": "Yearly subscription ended", "date": "March\u00a02,\u00a02027"}),
    ("none", "active", NO_ACCESS),
    ("none", "ending", NO_ACCESS),
]


@pytest.mark.parametrize(("access", "status", "wanted"), PLANS)
def test_the_plan_is_what_gives_access_now(access: str, status: str, wanted: dict[str, str]):
    plan = plan_state(billing(access, status))
    assert {name: getattr(plan, name) for name in wanted} == wanted


@pytest.mark.parametrize(("access", "status"), [(access, status) for access, status, _ in PLANS])
def test_the_plan_says_whether_it_gives_access(access: str, status: str):
    assert plan_state(billing(access, status)).has_access is (access != "none")


@pytest.mark.parametrize(
    ("access", "status", "name", "words"),
    [
        ("subscription", "active", "consequence", "You keep your access until March\u00a02,\u00a02027."),
        ("subscription", "past_due", "consequence", "end immediately"),
        ("lifetime", "ending", "further_charges", "Your yearly subscription ends on March\u00a02,\u00a02027"),
        ("lifetime", "active", "consequence", "You keep your lifetime access"),
        ("none", "active", "warning_text", "with the next payment on March\u00a02,\u00a02027"),
    ],
)
def test_the_plan_says_what_happens(access: str, status: str, name: str, words: str):
    assert words in getattr(plan_state(billing(access, status)), name)
    assert "next payment" not in plan_state(billing("none", "ending")).warning_text


def test_a_payment_shows_amount_date_and_invoice():
    row = payment_row(payment())
    assert (row.title, row.date, row.amount) == ("Lifetime", "March\u00a02,\u00a02026", "€149")
    assert row.invoice_id == "in_1"


@pytest.mark.parametrize(
    ("status", "amount_refunded", "shown", "refunded"),
    [
        ("paid", 0, "Paid", ""),
        ("partially_refunded", 150, "Partly refunded", "€1.50"),
        ("refunded", 14_900, "Refunded", "€149"),
        ("open", 0, "Waiting for payment", ""),
        ("failed", 0, "Failed", ""),
        ("disputed", 0, "Disputed", ""),
    ],
)
def test_a_payment_shows_its_status(status: str, amount_refunded: int, shown: str, refunded: str):
    row = payment_row(payment(status=status, amount_refunded=amount_refunded))
    assert (row.status, row.refunded) == (shown, refunded)
    remark = "Your bank is holding this payment" if status == "disputed" else ""
    assert row.remark.partition(".")[0] == remark


def test_plans_and_payments_are_said_in_the_language_of_the_tab():
    with in_language("de"):
        plan = plan_state(billing("lifetime", "ending", product_type="monthly"))
        row = payment_row(payment(status="failed"))
    assert plan.further_charges.startswith("Ihr Monatsabo endet am 2.\u00a0März\u00a02027 ")
    assert (row.title, row.amount, row.status) == (
        "Unbefristeter Zugang",
        "149\N{NO-BREAK SPACE}€",
        "Fehlgeschlagen",
    )
