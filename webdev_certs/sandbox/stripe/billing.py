"""What happens as time passes: renewals, payment retries, cancellations, expiring checkout sessions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from webdev_certs.sandbox.stripe import invoicing
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.cards import Decline
from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.resources import invoices, subscriptions

_RENEWING = ("active", "past_due")


@dataclass(frozen=True)
class _Due:
    """Something that is due at a time."""

    at: int
    run: Callable[[int], None]


def advance(account: Account, until: int, test_clock: str | None = None) -> None:
    """Do everything that is due until a time, in order.

    Args:
        account: The account.
        until: The time, in seconds.
        test_clock: The test clock whose objects to advance; None for those at the sandbox's own time.
    """
    while due := next_due(account, test_clock, until):
        if test_clock:
            clock = account.get("test_helpers.test_clock", test_clock)
            account.save(clock, frozen_time=max(due.at, clock["frozen_time"]))
        due.run(due.at)


def next_due(account: Account, test_clock: str | None, until: int) -> _Due | None:
    """Return what is due first, or None if nothing is due by `until`."""
    coming = (due for due in _coming(account, test_clock) if due.at <= until)
    return min(coming, key=lambda due: due.at, default=None)


def pay_invoice(
    account: Account, invoice: Json, method: Json, *, now: int, is_present: bool
) -> Decline | None:
    """Charge an open invoice and update its subscription with the result."""
    decline = invoicing.collect(account, invoice, method, now=now, is_present=is_present)
    _update_subscription(account, invoice, now)
    return decline


def _update_subscription(account: Account, invoice: Json, now: int) -> None:
    """Change the status of an invoice's subscription to match the invoice."""
    identifier = invoices.subscription_of(invoice)
    if not identifier:
        return
    subscription = account.get(subscriptions.KIND, identifier)
    if subscription["status"] in subscriptions.ENDED:
        return
    if invoice["status"] == "paid":
        subscriptions.change(account, subscription, status="active")
    elif subscription["status"] in _RENEWING:
        subscriptions.change(account, subscription, status="past_due")
        if invoice["next_payment_attempt"] is None:
            subscriptions.end(account, subscription, now, reason="payment_failed")


def method_of(account: Account, subscription: Json) -> Json | None:
    """Return the card that the subscription is charged to."""
    customer = account.get("customer", subscription["customer"])
    default = customer["invoice_settings"]["default_payment_method"]
    identifier = subscription["default_payment_method"] or default
    return account.get("payment_method", identifier) if identifier else None


def _coming(account: Account, test_clock: str | None) -> Iterator[_Due]:
    for subscription in account.store.find(subscriptions.KIND):
        if subscription["test_clock"] != test_clock:
            continue
        if subscription["status"] in _RENEWING:
            yield _Due(subscriptions.period_end(subscription), partial(_end_period, account, subscription))
        elif subscription["status"] == "incomplete":
            at = subscription["created"] + subscriptions.INCOMPLETE_SECONDS
            yield _Due(at, partial(_give_up, account, subscription))
    for status in ("draft", "open"):
        for invoice in account.store.find("invoice", status=status):
            if invoice["test_clock"] == test_clock and invoice["next_payment_attempt"]:
                yield _Due(invoice["next_payment_attempt"], partial(_collect, account, invoice))
    if not test_clock:
        for checkout_session in account.store.find("checkout.session", status="open"):
            yield _Due(checkout_session["expires_at"], partial(_expire, account, checkout_session))


def _end_period(account: Account, subscription: Json, now: int) -> None:
    if subscription["cancel_at_period_end"]:
        subscriptions.end(account, subscription, now)
        return
    subscriptions.next_period(account, subscription)
    invoicing.draft_period(account, subscription, "subscription_cycle", now)


def _collect(account: Account, invoice: Json, now: int) -> None:
    """Finalize the invoice if it is a draft (an hour old), then charge it."""
    subscription = account.get(subscriptions.KIND, invoices.subscription_of(invoice) or "")
    if subscription["status"] in subscriptions.ENDED:
        account.save(invoice, auto_advance=False, next_payment_attempt=None)
        return
    if invoice["status"] == "draft":
        invoicing.finalize(account, invoice, now)
    if method := method_of(account, subscription):
        pay_invoice(account, invoice, method, now=now, is_present=False)
    else:
        account.save(invoice, auto_advance=False, next_payment_attempt=None)


def _give_up(account: Account, subscription: Json, now: int) -> None:
    """End a subscription whose first payment was never made."""
    subscriptions.change(account, subscription, status="incomplete_expired", ended_at=now)
    invoice = account.get("invoice", subscription["latest_invoice"])
    if invoice["status"] == "open":
        invoicing.void(account, invoice, now)


def _expire(account: Account, checkout_session: Json, _now: int) -> None:
    account.save(checkout_session, status="expired", url=None)
    account.emit("checkout.session.expired", checkout_session)
