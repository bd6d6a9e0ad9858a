"""Convert Stripe's objects to those of the domain (API version of the pinned SDK)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol

import stripe
from stripe import checkout

from webdev_certs.server.domain.payments import (
    LIFETIME,
    PRODUCT_OF_INTERVAL,
    CheckoutSession,
    Payment,
    Price,
    Subscription,
)
from webdev_certs.server.gateways.payments import Event

_INVOICE_STATUS = {"paid": "paid", "open": "open", "uncollectible": "failed"}
"""Stripe's invoice status → this product's payment status. Other invoices (draft, void) are not shown."""
_MONEY_HELD = ("needs_response", "under_review", "appeal_needs_response", "appeal_under_review", "lost")
"""Statuses of a dispute that holds or has taken the money. Inquiries (`warning_…`) do not."""
_PREFERRED_PAYMENTS = {"paid": 0, "open": 1}
"""Sort order for the payments of an invoice; all others come last."""


class _Identified(Protocol):
    id: str


def id_of(reference: str | _Identified | None) -> str | None:
    """Return the id of a reference, which Stripe gives as id or, if expanded, as object."""
    return reference if reference is None or isinstance(reference, str) else reference.id


def read_price(price: stripe.Price, product_type: str) -> Price | None:
    """Convert a price; None if it has tiers, or an interval that does not fit the product type."""
    interval = _interval(price.recurring)
    if price.unit_amount is None or PRODUCT_OF_INTERVAL.get(interval or "", LIFETIME) != product_type:
        return None
    if (price.recurring is None) != (interval is None):
        return None
    name = getattr(price.product, "name", None) or product_type.capitalize()
    options = price.currency_options.to_dict() if price.currency_options else {}
    amounts = {
        currency: option["unit_amount"] for currency, option in options.items() if option.get("unit_amount")
    }
    return Price(product_type, price.id, name, price.unit_amount, price.currency, interval, amounts)


def read_checkout_session(found: checkout.Session) -> CheckoutSession:
    """Convert a checkout session that has `line_items` and `payment_intent` expanded."""
    lines = found.line_items.data if found.line_items else []
    price = lines[0].price if len(lines) == 1 and lines[0].quantity == 1 else None
    intent = found.payment_intent
    return CheckoutSession(
        id=found.id,
        checkout_id=found.client_reference_id,
        customer_id=id_of(found.customer),
        status=found.status or "",
        paid=found.status == "complete" and found.payment_status in ("paid", "no_payment_required"),
        failed=found.status == "complete"
        and isinstance(intent, stripe.PaymentIntent)
        and intent.status in ("canceled", "requires_payment_method"),
        price_id=price.id if price else None,
        amount=found.amount_total,
        currency=found.currency,
        payment_id=id_of(intent),
        subscription_id=id_of(found.subscription),
        url=found.url,
    )


def read_subscription(
    subscription: stripe.Subscription, payments: Sequence[Payment] = ()
) -> Subscription | None:
    """Convert a subscription; None if no product has its interval.

    Args:
        subscription: The subscription. Its price is in the price's own currency.
        payments: The customer's payments, newest first: they tell the amount in another currency.
    """
    item = subscription.items.data[0]
    amount = item.price.unit_amount or 0
    if item.price.currency != subscription.currency:
        own = (payment.amount for payment in payments if payment.subscription_id == subscription.id)
        amount = next(own, amount)
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
        amount=amount,
        currency=subscription.currency,
        started_at=_to_datetime(subscription.start_date),
        period_end=_to_datetime(item.current_period_end),
        ends_at=None if ends_at is None else _to_datetime(ends_at),
    )


def read_payments(
    invoices: Sequence[stripe.Invoice],
    charges: Sequence[stripe.Charge],
    disputes: Mapping[str, Sequence[stripe.Dispute]],
) -> list[Payment]:
    """Convert a customer's payments: each invoice with its charge, and the charges without an invoice.

    Args:
        invoices: The customer's invoices, with `payments` expanded.
        charges: The customer's charges.
        disputes: Charge id → disputes, for the disputed charges.
    """
    charge_of_intent = {
        id_of(charge.payment_intent): charge for charge in charges if charge.status == "succeeded"
    }
    payments = []
    for invoice in invoices:
        intent_id = _intent_of(invoice)
        charge = charge_of_intent.pop(intent_id, None) if intent_id else None
        if invoice.status in _INVOICE_STATUS:
            payments.append(_invoice_payment(invoice, intent_id, charge, disputes))
    payments += [_charge_payment(charge, disputes) for charge in charge_of_intent.values()]
    return payments


def read_event(event: stripe.Event) -> Event:
    """Convert an event: read which customer, charge or checkout session it is about."""
    subject = event.data.object
    kind = getattr(subject, "object", "")
    charge = subject.id if kind == "charge" else getattr(subject, "charge", None)
    return Event(
        event_id=event.id,
        kind=event.type,
        customer_id=id_of(getattr(subject, "customer", None)),
        charge_id=id_of(charge),
        checkout_session_id=subject.id if kind == "checkout.session" else None,
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
    status = _INVOICE_STATUS[invoice.status]
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
        created_at=_to_datetime(invoice.created),
        paid_until=max((_to_datetime(line.period.end) for line in invoice.lines.data), default=None),
        pay_url=invoice.hosted_invoice_url if invoice.status == "open" else None,
        number=invoice.number,
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
        created_at=_to_datetime(charge.created),
        paid_until=None,
    )


def _is_held(charge: stripe.Charge | None, disputes: Mapping[str, Sequence[stripe.Dispute]]) -> bool:
    return charge is not None and any(
        dispute.status in _MONEY_HELD for dispute in disputes.get(charge.id, ())
    )


def _intent_of(invoice: stripe.Invoice) -> str | None:
    """Return the payment intent that paid the invoice, otherwise one that is open, otherwise any."""
    tried = invoice.payments.data if invoice.payments else []
    by_status = sorted(
        tried, key=lambda payment: _PREFERRED_PAYMENTS.get(payment.status, len(_PREFERRED_PAYMENTS))
    )
    intents = (id_of(payment.payment.payment_intent) for payment in by_status)
    return next((intent for intent in intents if intent), None)


def _interval(recurring: stripe.Price.Recurring | None) -> str | None:
    """Return `month` or `year`; None for any other interval."""
    if recurring is None or recurring.interval_count != 1:
        return None
    return recurring.interval if recurring.interval in PRODUCT_OF_INTERVAL else None


def _to_datetime(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
