"""Subscriptions: https://docs.stripe.com/api/subscriptions. See billing.py for renewals."""

from calendar import monthrange
from datetime import UTC, datetime
from typing import Literal

from webdev_certs.sandbox.stripe.account import Account, new_id
from webdev_certs.sandbox.stripe.cards import CARDS, TestCard
from webdev_certs.sandbox.stripe.errors import ApiError, Json, no_such
from webdev_certs.sandbox.stripe.operations import (
    Flag,
    ListParameters,
    Operation,
    Parameters,
    Text,
    page,
    retrieval,
    whole_list,
)

KIND = "subscription"
RENEWING = ("active", "past_due")
_PATH = "/v1/subscriptions"


class UpdateSubscription(Parameters):
    cancel_at_period_end: Flag


class ListSubscriptions(ListParameters):
    customer: Text | None = None
    status: Literal["all"] | None = None


def new(account: Account, *, customer: str, price: Json, card: TestCard, now: int) -> Json:
    """Store an active subscription whose first period begins now; the card pays the renewals."""
    identifier = new_id("sub")
    item = {
        "id": new_id("si"),
        "object": "subscription_item",
        "created": now,
        "current_period_end": _period_end(now, price, 1),
        "current_period_start": now,
        # As at Stripe, in the price's own currency, whatever the subscription is paid in.
        "price": account.get("price", price["id"]),
        "quantity": 1,
        "subscription": identifier,
    }
    subscription = {
        "id": identifier,
        "object": KIND,
        "billing_cycle_anchor": now,
        "cancel_at": None,
        "cancel_at_period_end": False,
        "canceled_at": None,
        "cancellation_details": {"reason": None},
        "created": now,
        "currency": price["currency"],
        "customer": customer,
        "ended_at": None,
        "items": whole_list([item], f"/v1/subscription_items?subscription={identifier}"),
        "latest_invoice": None,
        "livemode": False,
        "metadata": {},
        "start_date": now,
        "status": "active",
        "_card": card.number,
        "_price": price,
        "_period": 1,
    }
    account.save(subscription)
    account.emit("customer.subscription.created", subscription)
    return subscription


def item_of(subscription: Json) -> Json:
    """Return the only item, which has the price and the current period."""
    return subscription["items"]["data"][0]


def card_of(subscription: Json) -> TestCard:
    """Return the card that pays the renewals."""
    return CARDS[subscription["_card"]]


def change(account: Account, subscription: Json, **changes: object) -> None:
    """Store changes and emit an event, unless nothing differs."""
    if any(subscription[name] != value for name, value in changes.items()):
        account.save(subscription, **changes)
        account.emit("customer.subscription.updated", subscription)


def start_next_period(account: Account, subscription: Json) -> None:
    """Start the next period.

    Each period is counted from the start, so a subscription that began on the 31st renews on the last day of
    shorter months and on the 31st again after them.
    """
    number, item = subscription["_period"] + 1, item_of(subscription)
    item["current_period_start"] = item["current_period_end"]
    item["current_period_end"] = _period_end(subscription["billing_cycle_anchor"], item["price"], number)
    account.save(subscription, _period=number)
    account.emit("customer.subscription.updated", subscription)


def end(account: Account, subscription: Json, now: int, *, reason: str = "cancellation_requested") -> None:
    """End the subscription now."""
    account.save(
        subscription,
        status="canceled",
        canceled_at=subscription["canceled_at"] or now,
        ended_at=now,
        cancellation_details={"reason": reason},
    )
    account.emit("customer.subscription.deleted", subscription)


def update(account: Account, parameters: UpdateSubscription, identifier: str) -> Json:
    """Let the subscription end with its current period, or renew."""
    found = account.get(KIND, identifier)
    if found["status"] == "canceled":
        raise ApiError("A canceled subscription can only update its cancellation_details and metadata.")
    ends = parameters.cancel_at_period_end
    change(
        account,
        found,
        cancel_at=item_of(found)["current_period_end"] if ends else None,
        cancel_at_period_end=ends,
        canceled_at=account.now() if ends else None,
        cancellation_details={"reason": "cancellation_requested" if ends else None},
    )
    return found


def cancel(account: Account, _parameters: Parameters, identifier: str) -> Json:
    """End the subscription at once, without a refund."""
    found = account.get(KIND, identifier)
    if found["status"] == "canceled":
        raise no_such(KIND, identifier)
    end(account, found, account.now())
    return found


def list_subscriptions(account: Account, parameters: ListSubscriptions) -> Json:
    """List the subscriptions, newest first; without a status, all that are not canceled."""
    customer = {"customer": parameters.customer} if parameters.customer else {}
    found = account.store.find(KIND, **customer)
    wanted = [item for item in found if parameters.status == "all" or item["status"] != "canceled"]
    return page(wanted, parameters, _PATH)


def _period_end(anchor: int, price: Json, number: int) -> int:
    """Return when a period ends: https://docs.stripe.com/billing/subscriptions/billing-cycle.

    Args:
        anchor: When the first period began, in seconds.
        price: The price, whose interval is a month or a year.
        number: The number of the period, from 1.
    """
    start = datetime.fromtimestamp(anchor, UTC)
    months = number * (1 if price["recurring"]["interval"] == "month" else 12)
    years, month = divmod(start.month - 1 + months, 12)
    year, month = start.year + years, month + 1
    end = start.replace(year=year, month=month, day=min(start.day, monthrange(year, month)[1]))
    return int(end.timestamp())


OPERATIONS = (
    Operation("GET", _PATH, ListSubscriptions, list_subscriptions),
    retrieval(_PATH, KIND),
    Operation("POST", _PATH + "/{identifier}", UpdateSubscription, update),
    Operation("DELETE", _PATH + "/{identifier}", Parameters, cancel),
)
