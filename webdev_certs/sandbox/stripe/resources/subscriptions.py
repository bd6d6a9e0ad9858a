"""Subscription objects: https://docs.stripe.com/api/subscriptions. See billing.py for renewals."""

from collections.abc import Mapping

from webdev_certs.sandbox.stripe import lists, periods
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import Json

KIND = "subscription"
ENDED = ("canceled", "incomplete_expired")
INCOMPLETE_SECONDS = 23 * 3600
"""The time limit for the first payment."""

_UNUSED = dict.fromkeys(
    (
        "application", "application_fee_percent", "billing_cycle_anchor_config", "billing_thresholds",
        "cancel_at", "canceled_at", "customer_account", "days_until_due", "default_source", "description",
        "ended_at", "latest_invoice", "managed_payments", "next_pending_invoice_item_invoice", "on_behalf_of",
        "pause_collection", "pending_invoice_item_interval", "pending_setup_intent", "pending_update",
        "schedule", "transfer_data", "trial_end", "trial_start",
    )
)  # fmt: skip


def new(
    account: Account,
    *,
    customer: Json,
    prices: list[tuple[Json, int]],
    method: str | None,
    status: str,
    now: int,
    metadata: Mapping[str, str] | None = None,
    description: str | None = None,
) -> Json:
    """Store a subscription whose first period begins now.

    Args:
        account: The account.
        customer: The customer.
        prices: Recurring prices with the same interval, each with its quantity.
        method: The id of the card for renewals; None for the customer's default.
        status: `incomplete` until the first invoice is paid.
        now: The time, in seconds.
        metadata: The metadata.
        description: A text for the customer.
    """
    identifier = account.new_id("sub")
    end = periods.end_of(now, prices[0][0]["recurring"], 1)
    items = [
        {
            "id": account.new_id("si"),
            "object": "subscription_item",
            "billing_thresholds": None,
            "created": now,
            "current_period_end": end,
            "current_period_start": now,
            "discounts": [],
            "metadata": {},
            "plan": _plan(price),
            "price": price,
            "quantity": quantity,
            "subscription": identifier,
            "tax_rates": [],
        }
        for price, quantity in prices
    ]
    subscription = {
        **_UNUSED,
        "id": identifier,
        "object": KIND,
        "automatic_tax": {"disabled_reason": None, "enabled": False, "liability": None},
        "billing_cycle_anchor": now,
        "billing_mode": {"flexible": None, "type": "classic", "updated_at": None},
        "billing_schedules": [],
        "cancel_at_period_end": False,
        "cancellation_details": _cancellation(None),
        "collection_method": "charge_automatically",
        "created": now,
        "currency": prices[0][0]["currency"],
        "customer": customer["id"],
        "default_payment_method": method,
        "default_tax_rates": [],
        "description": description,
        "discounts": [],
        "invoice_settings": {"account_tax_ids": None, "custom_fields": None, "description": None,
                             "footer": None, "issuer": {"type": "self"}},
        "items": lists.whole(items, f"/v1/subscription_items?subscription={identifier}"),
        "livemode": False,
        "metadata": dict(metadata or {}),
        "payment_settings": {"payment_method_options": None, "payment_method_types": None,
                             "save_default_payment_method": "off"},
        "start_date": now,
        "status": status,
        "test_clock": customer["test_clock"],
        "trial_settings": {"end_behavior": {"missing_payment_method": "create_invoice"}},
        "_period": 1,
    }  # fmt: skip
    account.save(subscription)
    account.emit("customer.subscription.created", subscription)
    return subscription


def change(account: Account, subscription: Json, **changes: object) -> None:
    """Store changes and emit an event, unless nothing differs."""
    before = {name: subscription.get(name) for name, value in changes.items() if subscription[name] != value}
    if before:
        account.save(subscription, **changes)
        account.emit("customer.subscription.updated", subscription, before)


def next_period(account: Account, subscription: Json) -> None:
    """Start the next period."""
    number = subscription["_period"] + 1
    for item in subscription["items"]["data"]:
        recurring = item["price"]["recurring"]
        item["current_period_start"] = item["current_period_end"]
        item["current_period_end"] = periods.end_of(subscription["billing_cycle_anchor"], recurring, number)
    account.save(subscription, _period=number)
    account.emit("customer.subscription.updated", subscription)


def period_end(subscription: Json) -> int:
    """Return when the current period ends; it is the same for all items."""
    return subscription["items"]["data"][0]["current_period_end"]


def schedule_end(account: Account, subscription: Json, *, is_wanted: bool, now: int) -> None:
    """Schedule the subscription's end with its current period, or remove that schedule."""
    reason = "cancellation_requested" if is_wanted else None
    change(
        account,
        subscription,
        cancel_at=period_end(subscription) if is_wanted else None,
        cancel_at_period_end=is_wanted,
        canceled_at=now if is_wanted else None,
        cancellation_details={**subscription["cancellation_details"], "reason": reason},
    )


def end(account: Account, subscription: Json, now: int, *, reason: str = "cancellation_requested") -> None:
    """End the subscription now."""
    account.save(
        subscription,
        status="canceled",
        canceled_at=subscription["canceled_at"] or now,
        ended_at=now,
        cancellation_details={**subscription["cancellation_details"], "reason": reason},
    )
    account.emit("customer.subscription.deleted", subscription)


def _cancellation(reason: str | None) -> Json:
    return {"comment": None, "feedback": None, "feedback_option": None, "reason": reason}


def _plan(price: Json) -> Json:
    """Return the price as a plan, the older shape that items still contain."""
    same = ("id", "active", "billing_scheme", "created", "currency", "livemode", "metadata", "nickname",
            "product", "tiers_mode")  # fmt: skip
    recurring = price["recurring"]
    return {
        **{name: price[name] for name in same},
        "object": "plan",
        "amount": price["unit_amount"],
        "amount_decimal": price["unit_amount_decimal"],
        "interval": recurring["interval"],
        "interval_count": recurring["interval_count"],
        "meter": None,
        "transform_usage": None,
        "trial_period_days": None,
        "usage_type": recurring["usage_type"],
    }
