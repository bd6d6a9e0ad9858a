"""Stripe's objects, read into the product's own words (API version of the pinned SDK)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol

import stripe
from stripe import checkout

from webdev_certs.server.domain.payments import LIFETIME, PRODUCT_OF_INTERVAL, Payment, Price, Session, Subscription
from webdev_certs.server.gateways.payments import Event

_SHOWN_INVOICES = {"paid": "paid", "open": "open", "uncollectible": "failed"}
"""Drafts are nobody's business yet, and void ones no longer."""
_HOLDING = ("needs_response", "under_review", "lost")
"""States of a dispute in which the money is not ours; inquiries (`warning_…`) hold none."""

_SUCCESS = {"paid": 0, "open": 1}
"""Places of an invoice's payments, best first."""


class _Identified(Protocol):
    id: str


def id_of(reference: str | _Identified | None) -> str | None:
    """The id of what Stripe refers to, by id or, expanded, by the object itself."""
    return reference if reference is None or isinstance(reference, str) else reference.id


def read_price(price: stripe.Price, product_type: str) -> Price | None:
    """A price that can be charged as it is; None for one with tiers, or whose rhythm is not its product's."""
    interval = _interval(price.recurring)
    if price.unit_amount is None or PRODUCT_OF_INTERVAL.get(interval or "", LIFETIME) != product_type:
        return None
    if (price.recurring is None) != (interval is None):
        return None
    name = getattr(price.product, "name", None) or product_type.capitalize()
    return Price(product_type, price.id, name, price.unit_amount, price.currency, interval)


def read_session(session: checkout.Session) -> Session:
    """A checkout session that was asked for with `line_items` and `payment_intent` expanded."""
    lines = session.line_items.data if session.line_items else []
    price = lines[0].price if len(lines) == 1 and lines[0].quantity == 1 else None
    intent = session.payment_intent
    return Session(
        session_id=session.id,
        checkout_id=session.client_reference_id,
        customer_id=id_of(session.customer),
        status=session.status or "",
        paid=session.status == "complete" and session.payment_status in ("paid", "no_payment_required"),
        failed=session.status == "complete"
        and isinstance(intent, stripe.PaymentIntent)
        and intent.status in ("canceled", "requires_payment_method"),
        price_id=price.id if price else None,
        amount=session.amount_total,
        currency=session.currency,
        payment_id=id_of(intent),
        subscription_id=id_of(session.subscription),
        url=session.url,
    )


def read_subscription(subscription: stripe.Subscription) -> Subscription | None:
    """A subscription; None for one of another rhythm than our products have."""
    item = subscription.items.data[0]
    interval = _interval(item.price.recurring)
    if interval is None:
        return None
    ends_at = subscription.ended_at or subscription.cancel_at
    if ends_at is None and subscription.cancel_at_period_end:
        ends_at = item.current_period_end
    return Subscription(
        subscription_id=subscription.id,
        status=subscription.status,
        interval=interval,
        amount=item.price.unit_amount or 0,
        currency=subscription.currency,
        started_at=_moment(subscription.start_date),
        period_end=_moment(item.current_period_end),
        ends_at=None if ends_at is None else _moment(ends_at),
    )


def read_payments(
    invoices: Sequence[stripe.Invoice],
    charges: Sequence[stripe.Charge],
    disputes: Mapping[str, Sequence[stripe.Dispute]],
) -> list[Payment]:
    """A customer's payments: each invoice with its charge, and the charges that have no invoice.

    Args:
        invoices: of the customer, with `payments` expanded.
        charges: of the same customer.
        disputes: of each disputed charge, by the charge's id.
    """
    paying = {id_of(charge.payment_intent): charge for charge in charges if charge.status == "succeeded"}
    payments = []
    for invoice in invoices:
        intent_id = _intent_of(invoice)
        charge = paying.pop(intent_id, None) if intent_id else None
        if invoice.status in _SHOWN_INVOICES:
            payments.append(_invoice_payment(invoice, intent_id, charge, disputes))
    payments += [_charge_payment(charge, disputes) for charge in paying.values()]
    return payments


def read_event(event: stripe.Event) -> Event:
    """Whom an event is about, as far as it says."""
    subject = event.data.object
    kind = getattr(subject, "object", "")
    charge = subject.id if kind == "charge" else getattr(subject, "charge", None)
    return Event(
        event_id=event.id,
        kind=event.type,
        customer_id=id_of(getattr(subject, "customer", None)),
        charge_id=id_of(charge),
        session_id=subject.id if kind == "checkout.session" else None,
    )


def _invoice_payment(
    invoice: stripe.Invoice,
    intent_id: str | None,
    charge: stripe.Charge | None,
    disputes: Mapping[str, Sequence[stripe.Dispute]],
) -> Payment:
    assert invoice.id is not None
    assert invoice.status is not None
    details = invoice.parent.subscription_details if invoice.parent else None
    status = _SHOWN_INVOICES[invoice.status]
    if status == "open" and invoice.attempted:
        status = "failed"
    return Payment(
        payment_id=invoice.id,
        intent_id=intent_id,
        invoice_id=invoice.id,
        subscription_id=id_of(details.subscription) if details else None,
        status=status,
        amount=invoice.amount_paid if status == "paid" else invoice.amount_due,
        refunded=charge.amount_refunded if charge else 0,
        disputed=_is_held(charge, disputes),
        currency=invoice.currency,
        created_at=_moment(invoice.created),
        paid_until=max((_moment(line.period.end) for line in invoice.lines.data), default=None),
        pay_url=invoice.hosted_invoice_url if invoice.status == "open" else None,
    )


def _charge_payment(charge: stripe.Charge, disputes: Mapping[str, Sequence[stripe.Dispute]]) -> Payment:
    return Payment(
        payment_id=charge.id,
        intent_id=id_of(charge.payment_intent),
        invoice_id=None,
        subscription_id=None,
        status="paid",
        amount=charge.amount,
        refunded=charge.amount_refunded,
        disputed=_is_held(charge, disputes),
        currency=charge.currency,
        created_at=_moment(charge.created),
        paid_until=None,
    )


def _is_held(charge: stripe.Charge | None, disputes: Mapping[str, Sequence[stripe.Dispute]]) -> bool:
    return charge is not None and any(dispute.status in _HOLDING for dispute in disputes.get(charge.id, ()))


def _intent_of(invoice: stripe.Invoice) -> str | None:
    """The intent that paid it, else one that may; others were tried and given up before."""
    tried = invoice.payments.data if invoice.payments else []
    by_success = sorted(tried, key=lambda payment: _SUCCESS.get(payment.status, len(_SUCCESS)))
    intents = (id_of(payment.payment.payment_intent) for payment in by_success)
    return next((intent for intent in intents if intent), None)


def _interval(recurring: stripe.Price.Recurring | None) -> str | None:
    """`month` or `year`; None for anything else."""
    if recurring is None or recurring.interval_count != 1:
        return None
    return recurring.interval if recurring.interval in PRODUCT_OF_INTERVAL else None


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
