"""The life of an invoice: drafted, finalized, then paid.

https://docs.stripe.com/api/invoices, https://docs.stripe.com/invoicing/integration/workflow-transitions
"""

from webdev_certs.sandbox.stripe import charges, subscriptions
from webdev_certs.sandbox.stripe.account import Account, new_id
from webdev_certs.sandbox.stripe.cards import Decline, TestCard
from webdev_certs.sandbox.stripe.catalog import money
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import ListParameters, Text, listing, retrieval, whole_list

KIND = "invoice"
RENEWAL = "subscription_cycle"
"""The billing reason of a renewal."""

_HOUR, _DAY = 3600, 86_400
_RETRY_DAYS = (3, 5, 7)
"""The pause after each failed attempt; after the last one the subscription ends."""


class ListInvoices(ListParameters):
    customer: Text | None = None


def draft_period(account: Account, subscription: Json, reason: str, now: int) -> Json:
    """Draft the invoice for a subscription's current period and make it the subscription's latest."""
    item = subscriptions.item_of(subscription)
    price = subscription["_price"]
    name = account.get("product", price["product"])["name"]
    each = f"{money(price['unit_amount'], price['currency'])} / {price['recurring']['interval']}"
    parent = {
        "subscription_details": {"metadata": {}, "subscription": subscription["id"]},
        "type": "subscription_details",
    }
    line = _line(price, f"1 × {name} (at {each})", item["current_period_start"], item["current_period_end"])
    invoice = _draft(account, subscription["customer"], line, reason, parent, now)
    account.save(subscription, latest_invoice=invoice["id"])
    return invoice


def draft_purchase(account: Account, customer: str, price: Json, description: str, now: int) -> Json:
    """Draft the invoice for a one-time purchase."""
    return _draft(account, customer, _line(price, description, now, now), "manual", None, now)


def finalize(account: Account, invoice: Json, now: int) -> None:
    """Give the invoice its number and its URLs; from then on it can be paid."""
    customer = account.get("customer", invoice["customer"])
    sequence = customer["next_invoice_sequence"]
    account.save(customer, next_invoice_sequence=sequence + 1)
    secret = new_id("live")
    url = f"{account.config.public_base}/i/{secret}"
    invoice["status_transitions"]["finalized_at"] = now
    account.save(
        invoice,
        hosted_invoice_url=url,
        invoice_pdf=f"{url}/pdf",
        number=f"{customer['invoice_prefix']}-{sequence:04}",
        status="open",
        _secret=secret,
    )
    account.emit("invoice.finalized", invoice)


def pay(account: Account, invoice: Json, card: TestCard, now: int, *, is_present: bool) -> Decline | None:
    """Charge an open invoice to the card, and update its subscription with the result.

    Raises:
        ApiError: The invoice is not open.
    """
    if invoice["status"] != "open":
        raise ApiError(f"This invoice is {invoice['status']} and cannot be paid.", code="invoice_not_open")
    intent = charges.ensure_intent(account, invoice, amount=invoice["amount_due"], created=now)
    decline = charges.charge_intent(account, intent, card, now, is_present=is_present)
    if decline:
        _record_failure(account, invoice, now)
    else:
        mark_paid(account, invoice, intent, now)
    _update_subscription(account, invoice, now)
    return decline


def mark_paid(account: Account, invoice: Json, intent: Json, now: int) -> None:
    """Record that the payment intent paid the invoice."""
    payment = {
        "id": new_id("inpay"),
        "object": "invoice_payment",
        "amount_paid": intent["amount_received"],
        "amount_requested": invoice["amount_due"],
        "created": now,
        "currency": invoice["currency"],
        "invoice": invoice["id"],
        "is_default": True,
        "livemode": False,
        "payment": {"payment_intent": intent["id"], "type": "payment_intent"},
        "status": "paid",
    }
    invoice["status_transitions"]["paid_at"] = now
    account.save(
        invoice,
        amount_paid=invoice["amount_due"],
        amount_remaining=0,
        attempt_count=invoice["attempt_count"] + 1,
        attempted=True,
        next_payment_attempt=None,
        status="paid",
        _payments=whole_list([payment], f"/v1/invoice_payments?invoice={invoice['id']}"),
    )
    account.emit("invoice.paid", invoice)


def subscription_of(invoice: Json) -> str | None:
    """Return the id of the invoice's subscription, or None for a one-time purchase."""
    parent = invoice["parent"]
    return parent["subscription_details"]["subscription"] if parent else None


def _draft(
    account: Account, customer_id: str, line: Json, reason: str, parent: Json | None, now: int
) -> Json:
    """Store a draft, which is finalized an hour later unless that happens before."""
    identifier, customer = new_id("in"), account.get("customer", customer_id)
    path = f"/v1/invoices/{identifier}/lines"
    invoice = {
        "id": identifier,
        "object": KIND,
        "account_name": "WebDev Certs (sandbox)",
        "amount_due": line["amount"],
        "amount_paid": 0,
        "amount_remaining": line["amount"],
        "attempt_count": 0,
        "attempted": False,
        "billing_reason": reason,
        "created": now,
        "currency": line["currency"],
        "customer": customer_id,
        "customer_email": customer["email"],
        "customer_name": customer["name"],
        "hosted_invoice_url": None,
        "invoice_pdf": None,
        "lines": whole_list([{**line, "invoice": identifier}], path),
        "livemode": False,
        "next_payment_attempt": now + _HOUR,
        "number": None,
        "parent": parent,
        "status": "draft",
        "status_transitions": {"finalized_at": None, "paid_at": None},
        "total": line["amount"],
        "_payments": whole_list([], f"/v1/invoice_payments?invoice={identifier}"),
    }
    account.save(invoice)
    account.emit("invoice.created", invoice)
    return invoice


def _line(price: Json, description: str, start: int, end: int) -> Json:
    return {
        "id": new_id("il"),
        "object": "line_item",
        "amount": price["unit_amount"],
        "currency": price["currency"],
        "description": description,
        "livemode": False,
        "period": {"end": end, "start": start},
        "quantity": 1,
    }


def _record_failure(account: Account, invoice: Json, now: int) -> None:
    attempts = invoice["attempt_count"] + 1
    is_retried = attempts <= len(_RETRY_DAYS)
    account.save(
        invoice,
        attempt_count=attempts,
        attempted=True,
        next_payment_attempt=now + _RETRY_DAYS[attempts - 1] * _DAY if is_retried else None,
    )
    account.emit("invoice.payment_failed", invoice)


def _update_subscription(account: Account, invoice: Json, now: int) -> None:
    """Change the status of an invoice's subscription to match the invoice."""
    identifier = subscription_of(invoice)
    subscription = account.get(subscriptions.KIND, identifier) if identifier else None
    if not subscription or subscription["status"] == "canceled":
        return
    if invoice["status"] == "paid":
        subscriptions.change(account, subscription, status="active")
    else:
        subscriptions.change(account, subscription, status="past_due")
        if invoice["next_payment_attempt"] is None:
            subscriptions.end(account, subscription, now, reason="payment_failed")


OPERATIONS = (listing("/v1/invoices", KIND, ListInvoices), retrieval("/v1/invoices", KIND))
