"""What happens as time passes: renewals, payment retries, cancellations, expiring checkout sessions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from webdev_certs.sandbox.stripe import checkout, invoices, subscriptions
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import Json


@dataclass(frozen=True)
class _Due:
    """Something that is due at a time."""

    at: int
    run: Callable[[int], None]


def catch_up(account: Account) -> None:
    """Do everything that is due until the account's current time, in order."""
    until = account.now()
    while due := min(
        (coming for coming in _coming(account) if coming.at <= until),
        key=lambda coming: coming.at,
        default=None,
    ):
        due.run(due.at)


def _coming(account: Account) -> Iterator[_Due]:
    for subscription in account.store.find(subscriptions.KIND):
        if subscription["status"] in subscriptions.RENEWING:
            period_end = subscriptions.item_of(subscription)["current_period_end"]
            yield _Due(period_end, partial(_end_period, account, subscription))
    for status in ("draft", "open"):
        for invoice in account.store.find(invoices.KIND, status=status):
            if invoice["next_payment_attempt"]:
                yield _Due(invoice["next_payment_attempt"], partial(_collect, account, invoice))
    for checkout_session in account.store.find(checkout.KIND, status="open"):
        yield _Due(checkout_session["expires_at"], partial(_expire, account, checkout_session))


def _end_period(account: Account, subscription: Json, now: int) -> None:
    if subscription["cancel_at_period_end"]:
        subscriptions.end(account, subscription, now)
        return
    subscriptions.start_next_period(account, subscription)
    invoices.draft_period(account, subscription, invoices.RENEWAL, now)


def _collect(account: Account, invoice: Json, now: int) -> None:
    """Finalize the invoice if it is a draft (an hour old), then charge it."""
    subscription = account.get(subscriptions.KIND, invoices.subscription_of(invoice) or "")
    if subscription["status"] == "canceled":
        account.save(invoice, next_payment_attempt=None)
        return
    if invoice["status"] == "draft":
        invoices.finalize(account, invoice, now)
    invoices.pay(account, invoice, subscriptions.card_of(subscription), now, is_present=False)


def _expire(account: Account, checkout_session: Json, _now: int) -> None:
    checkout.expire_now(account, checkout_session)
