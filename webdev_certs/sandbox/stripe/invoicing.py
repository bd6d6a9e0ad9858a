"""The life of an invoice: drafted, finalized, then paid or void.

https://docs.stripe.com/invoicing/integration/workflow-transitions
"""

from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.cards import Decline
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.resources import (
    invoice_lines,
    invoice_payments,
    invoices,
    payment_intents,
)

_DAY = 86_400
_RETRY_DAYS = (3, 5, 7)
"""The pause after each failed attempt; after the last one the subscription ends."""


def draft_period(account: Account, subscription: Json, reason: str, now: int) -> Json:
    """Draft the invoice for a subscription's current period and make it the subscription's latest."""
    details = {"metadata": subscription["metadata"], "subscription": subscription["id"]}
    invoice = invoices.new(
        account,
        customer=account.get("customer", subscription["customer"]),
        lines=invoice_lines.of_period(account, subscription),
        currency=subscription["currency"],
        reason=reason,
        created=now,
        parent={
            "quote_details": None,
            "subscription_details": details,
            "type": "subscription_details",
        },
    )
    account.save(subscription, latest_invoice=invoice["id"])
    return invoice


def draft_purchase(account: Account, checkout_session: Json, customer: Json, now: int) -> Json:
    """Draft the invoice for a one-time purchase."""
    return invoices.new(
        account,
        customer=customer,
        lines=invoice_lines.of_purchase(account, checkout_session, now),
        currency=checkout_session["currency"],
        reason="manual",
        created=now,
        parent=None,
    )


def finalize(account: Account, invoice: Json, now: int) -> None:
    """Give the invoice its number and its URLs; from then on it can be paid."""
    customer = account.get("customer", invoice["customer"])
    sequence = customer["next_invoice_sequence"]
    account.save(customer, next_invoice_sequence=sequence + 1)
    secret = account.new_id("live")
    url = f"{account.config.public_base}/i/{secret}"
    invoice["status_transitions"]["finalized_at"] = now
    account.save(
        invoice,
        automatically_finalizes_at=None,
        effective_at=now,
        hosted_invoice_url=url,
        invoice_pdf=f"{url}/pdf",
        number=f"{customer['invoice_prefix']}-{sequence:04}",
        status="open",
        _secret=secret,
    )
    account.emit("invoice.finalized", invoice)


def collect(account: Account, invoice: Json, method: Json, *, now: int, is_present: bool) -> Decline | None:
    """Charge an open invoice to this card; see `payment_intents.attempt`.

    A customer who must authenticate first does so on the invoice's page.
    """
    intent = _intent(account, invoice, now)
    decline = payment_intents.attempt(
        account,
        intent,
        method,
        now=now,
        is_present=is_present,
        challenge_url=invoice["hosted_invoice_url"],
    )
    if decline:
        _record_failure(account, invoice, now)
    elif intent["status"] == "succeeded":
        mark_paid(account, invoice, intent, now)
    return decline


def mark_paid(account: Account, invoice: Json, intent: Json, now: int) -> None:
    """Record that the payment intent paid the invoice."""
    invoice["status_transitions"]["paid_at"] = now
    account.save(
        invoice,
        amount_paid=invoice["amount_due"],
        amount_remaining=0,
        attempt_count=invoice["attempt_count"] + 1,
        attempted=True,
        auto_advance=False,
        next_payment_attempt=None,
        status="paid",
    )
    invoice_payments.record(account, invoice, intent, now)
    account.emit("invoice.paid", invoice)
    account.emit("invoice.payment_succeeded", invoice)


def void(account: Account, invoice: Json, now: int) -> Json:
    """Void an invoice that will not be paid."""
    invoice["status_transitions"]["voided_at"] = now
    account.save(invoice, auto_advance=False, next_payment_attempt=None, status="void")
    account.emit("invoice.voided", invoice)
    return invoice


def must_be_open(invoice: Json) -> None:
    """Check that the invoice can be paid.

    Raises:
        ApiError: It is not open.
    """
    if invoice["status"] == "paid":
        raise ApiError("Invoice is already paid", code="invoice_already_paid")
    if invoice["status"] != "open":
        message = f"This invoice is {invoice['status']} and cannot be paid."
        raise ApiError(message, code="invoice_not_editable")


def _record_failure(account: Account, invoice: Json, now: int) -> None:
    attempts = invoice["attempt_count"] + 1
    is_retried = invoice["billing_reason"] == "subscription_cycle" and attempts <= len(_RETRY_DAYS)
    account.save(
        invoice,
        attempt_count=attempts,
        attempted=True,
        auto_advance=is_retried,
        next_payment_attempt=now + _RETRY_DAYS[attempts - 1] * _DAY if is_retried else None,
    )
    account.emit("invoice.payment_failed", invoice)


def _intent(account: Account, invoice: Json, now: int) -> Json:
    """Return the invoice's only payment intent, which stays the same after declined cards."""
    if identifier := invoice.get("_intent"):
        return account.get("payment_intent", identifier)
    is_renewal = invoice["billing_reason"] == "subscription_cycle"
    intent = payment_intents.new(
        account,
        amount=invoice["amount_due"],
        currency=invoice["currency"],
        customer=invoice["customer"],
        created=now,
        description="Subscription update" if is_renewal else "Subscription creation",
        is_for_later=True,
    )
    account.save(invoice, _intent=intent["id"])
    return intent
