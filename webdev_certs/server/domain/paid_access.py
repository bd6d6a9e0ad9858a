"""Which payments give access, and until when."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from webdev_certs.server.domain.errors import ConflictCode
from webdev_certs.server.domain.payments import CheckoutSession, Payment, Subscription


def refusal(
    checkout_session: CheckoutSession, *, customer_id: str, price_id: str, amount: int, currency: str
) -> ConflictCode | None:
    """Return the code for how a checkout session differs from what was ordered; None if it matches.

    So nobody gets access by paying another amount to the same Stripe account.
    """
    if checkout_session.customer_id != customer_id:
        return "wrong_customer"
    if checkout_session.price_id != price_id:
        return "wrong_price"
    if checkout_session.currency != currency:
        return "wrong_currency"
    return None if checkout_session.amount == amount else "wrong_amount"


def owns_lifetime(intent_ids: Iterable[str | None], payments: Iterable[Payment]) -> bool:
    """Return whether a purchase of lifetime access stands: neither fully refunded nor disputed.

    Args:
        intent_ids: The payment intent of each purchase of lifetime access; None for a free purchase.
        payments: All payments of the same user.
    """
    taken_back = {payment.intent_id for payment in payments if payment.is_taken_back}
    return any(intent_id not in taken_back for intent_id in intent_ids)


def access_until(
    subscription: Subscription, payments: Iterable[Payment], grace: timedelta
) -> datetime | None:
    """Return the end of the access that a subscription gives; None if it gives none.

    Access follows from the last paid period, not from the subscription's status. A refund or dispute of that
    period ends access. A subscription that will renew also has the grace period, in which Stripe collects the
    next payment or retries it.

    Args:
        subscription: The subscription.
        payments: All payments of the same user; those for other subscriptions are ignored.
        grace: How long access lasts after the paid period of a subscription that will renew.
    """
    if subscription.state == "ended":
        return None
    last = max(
        (
            (payment.paid_until, payment)
            for payment in payments
            if payment.subscription_id == subscription.subscription_id
            and payment.status == "paid"
            and payment.paid_until is not None
        ),
        key=lambda pair: pair[0],
        default=None,
    )
    if last is None or last[1].is_taken_back:
        return None
    return last[0] if subscription.ends_at is not None else last[0] + grace


def unpaid_renewal(subscription: Subscription, payments: Sequence[Payment]) -> Payment | None:
    """Return the latest unpaid payment of a subscription whose renewal failed; None if none failed."""
    if subscription.state != "past_due":
        return None
    unpaid = [
        payment
        for payment in payments
        if payment.subscription_id == subscription.subscription_id and payment.status != "paid"
    ]
    return max(unpaid, key=lambda payment: payment.created_at, default=None)
