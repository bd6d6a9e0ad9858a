"""Records of payments as the API returns them; arguments replace fields."""

from datetime import UTC, datetime, timedelta
from typing import Any

from webdev_certs.schemas.payments import BillingState, PaymentConfig, PaymentRecord, Plan, Subscription

CONFIG = PaymentConfig(
    publishable_key="pk_test_1", script_url="https://stripe.example/script.js", sandbox=True
)
STRIPE_PAGE = "https://stripe.example/pay/cs_test_1"
STARTED = datetime(2026, 3, 2, tzinfo=UTC)
NEXT = datetime(2027, 3, 2, tzinfo=UTC)


def plan(product_type: str, amount: int, interval: str | None) -> Plan:
    fields = {"product_type": product_type, "name": product_type.capitalize(), "currency": "eur"}
    return Plan.model_validate(fields | {"amount": amount, "interval": interval})


PLANS = [plan("monthly", 1_400, "month"), plan("yearly", 9_900, "year"), plan("lifetime", 14_900, None)]


def billing(access: str, status: str = "", **changes: Any) -> BillingState:
    """Return why a user has access, and their yearly subscription if it has a status."""
    found = _subscription(status, **changes) if status else None
    return BillingState.model_validate({"access": access, "subscription": found})


def payment(**changes: Any) -> PaymentRecord:
    """Return a payment for lifetime access."""
    fields = {"payment_id": "in_1", "product_type": "lifetime", "amount": 14_900, "amount_refunded": 0}
    fields |= {"currency": "eur", "status": "paid", "created_at": STARTED, "invoice_id": "in_1"}
    return PaymentRecord.model_validate(fields | changes)


def _subscription(status: str, **changes: Any) -> Subscription:
    fields = {
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
    return Subscription.model_validate(fields | changes)
