"""Invoices of subscriptions: https://docs.stripe.com/api/invoices."""

from typing import Literal

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.cards import Decline
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import ListParameters, Parameters, Text
from webdev_certs.sandbox.stripe.resources import invoice_payments, payment_intents

_HOUR, _DAY = 3600, 86_400
_RETRY_DAYS = (3, 5, 7)
"""How long after each failed attempt the next one comes; after the last the subscription ends."""

_UNUSED = dict.fromkeys(
    (
        "account_name", "account_tax_ids", "application", "custom_fields", "customer_account",
        "customer_phone", "customer_shipping", "default_payment_method", "default_source", "description",
        "due_date", "ending_balance", "footer", "from_invoice", "last_finalization_error",
        "latest_revision", "on_behalf_of", "receipt_number", "rendering", "shipping_cost",
        "shipping_details", "statement_descriptor",
    )
)  # fmt: skip


class ListInvoices(ListParameters):
    customer: Text | None = None
    status: Literal["draft", "open", "paid", "uncollectible", "void"] | None = None
    subscription: Text | None = None


def draft(account: Account, subscription: Json, reason: str, created: int) -> Json:
    """Stores the invoice of the subscription's current period."""
    customer = account.get("customer", subscription["customer"])
    identifier = account.new_id("in")
    lines = [_line(account, identifier, subscription, item) for item in subscription["items"]["data"]]
    total = sum(line["amount"] for line in lines)
    invoice = {
        **_UNUSED,
        "id": identifier,
        "object": "invoice",
        "account_country": "DE",
        "account_name": "WebDev Certs (sandbox)",
        "amount_due": total,
        "amount_overpaid": 0,
        "amount_paid": 0,
        "amount_paid_off_stripe": 0,
        "amount_remaining": total,
        "amount_shipping": 0,
        "attempt_count": 0,
        "attempted": False,
        "auto_advance": True,
        "automatic_tax": {"disabled_reason": None, "enabled": False, "liability": None, "provider": None,
                          "status": None},
        "automatically_finalizes_at": created + _HOUR,
        "billing_reason": reason,
        "collection_method": "charge_automatically",
        "created": created,
        "currency": subscription["currency"],
        "customer": customer["id"],
        "customer_address": customer["address"],
        "customer_email": customer["email"],
        "customer_name": customer["name"],
        "customer_tax_exempt": "none",
        "customer_tax_ids": [],
        "default_tax_rates": [],
        "discounts": [],
        "effective_at": None,
        "hosted_invoice_url": None,
        "invoice_pdf": None,
        "issuer": {"type": "self"},
        "lines": lists.whole(lines, f"/v1/invoices/{identifier}/lines"),
        "livemode": False,
        "metadata": {},
        "next_payment_attempt": created + _HOUR,
        "number": None,
        "parent": {
            "quote_details": None,
            "subscription_details": {"metadata": subscription["metadata"],
                                     "subscription": subscription["id"]},
            "type": "subscription_details",
        },
        "payment_settings": {"default_mandate": None, "payment_method_options": None,
                             "payment_method_types": None},
        "period_end": created,
        "period_start": created,
        "post_payment_credit_notes_amount": 0,
        "pre_payment_credit_notes_amount": 0,
        "starting_balance": 0,
        "status": "draft",
        "status_transitions": dict.fromkeys(("finalized_at", "marked_uncollectible_at", "paid_at",
                                             "voided_at")),
        "subtotal": total,
        "subtotal_excluding_tax": total,
        "test_clock": subscription["test_clock"],
        "total": total,
        "total_discount_amounts": [],
        "total_excluding_tax": total,
        "total_pretax_credit_amounts": [],
        "total_taxes": [],
        "webhooks_delivered_at": created,
    }  # fmt: skip
    account.save(invoice)
    account.emit("invoice.created", invoice)
    return invoice


def finalize(account: Account, invoice: Json, now: int) -> None:
    """Gives the invoice its number and its addresses; from now on it can be paid."""
    customer = account.get("customer", invoice["customer"])
    sequence = customer["next_invoice_sequence"]
    account.save(customer, next_invoice_sequence=sequence + 1)
    secret = account.new_id("live")
    address = f"{account.config.public_base}/i/{secret}"
    invoice["status_transitions"]["finalized_at"] = now
    account.save(
        invoice,
        automatically_finalizes_at=None,
        effective_at=now,
        hosted_invoice_url=address,
        invoice_pdf=f"{address}/pdf",
        number=f"{customer['invoice_prefix']}-{sequence:04}",
        status="open",
        _secret=secret,
    )
    account.emit("invoice.finalized", invoice)


def collect(
    account: Account, invoice: Json, method: Json, *, now: int, is_present: bool, challenge_url: str = ""
) -> Decline | None:
    """Tries to have the invoice paid with this card; see `payment_intents.attempt`."""
    intent = _intent(account, invoice, now)
    decline = payment_intents.attempt(
        account, intent, method, now=now, is_present=is_present, challenge_url=challenge_url
    )
    if intent["status"] == "succeeded":
        mark_paid(account, invoice, intent, now)
    elif decline:
        _record_failure(account, invoice, now)
    return decline


def mark_paid(account: Account, invoice: Json, intent: Json, now: int) -> None:
    """Records that the intent paid the invoice."""
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


def _record_failure(account: Account, invoice: Json, now: int) -> None:
    attempts = invoice["attempt_count"] + 1
    is_retried = invoice["billing_reason"] == "subscription_cycle" and attempts <= len(_RETRY_DAYS)
    days = _RETRY_DAYS[attempts - 1] if is_retried else None
    account.save(
        invoice,
        attempt_count=attempts,
        attempted=True,
        auto_advance=days is not None,
        next_payment_attempt=now + days * _DAY if days else None,
    )
    account.emit("invoice.payment_failed", invoice)


def void(account: Account, invoice: Json, now: int) -> Json:
    """Takes an invoice back that will not be paid."""
    invoice["status_transitions"]["voided_at"] = now
    account.save(invoice, auto_advance=False, next_payment_attempt=None, status="void")
    account.emit("invoice.voided", invoice)
    return invoice


def retrieve(account: Account, _parameters: Parameters, invoice: str) -> Json:
    """The invoice."""
    return account.get("invoice", invoice)


def list_all(account: Account, parameters: ListInvoices) -> Json:
    """Newest first."""
    found = account.store.find(
        "invoice",
        customer=parameters.customer,
        status=parameters.status,
        parent__subscription_details__subscription=parameters.subscription,
    )
    return lists.page(found, parameters, "/v1/invoices")


def list_lines(account: Account, parameters: ListParameters, invoice: str) -> Json:
    """What is charged for."""
    found = account.get("invoice", invoice)
    return lists.page(found["lines"]["data"], parameters, f"/v1/invoices/{invoice}/lines")


def must_be_open(invoice: Json) -> None:
    """Refuses to have anything else paid.

    Raises:
        ApiError: it is not open.
    """
    if invoice["status"] == "paid":
        raise ApiError("Invoice is already paid", code="invoice_already_paid")
    if invoice["status"] != "open":
        raise ApiError(
            f"This invoice is {invoice['status']} and cannot be paid.", code="invoice_not_editable"
        )


def _intent(account: Account, invoice: Json, now: int) -> Json:
    """The invoice's one payment intent."""
    if identifier := invoice.get("_intent"):
        return account.get("payment_intent", identifier)
    intent = payment_intents.new(
        account,
        amount=invoice["amount_due"],
        currency=invoice["currency"],
        customer=invoice["customer"],
        created=now,
        description="Subscription update" if invoice["billing_reason"] == "subscription_cycle" else None,
        is_for_later=True,
    )
    account.save(invoice, _intent=intent["id"])
    return intent


def _line(account: Account, invoice: str, subscription: Json, item: Json) -> Json:
    price = item["price"]
    product = account.get("product", price["product"])
    amount = price["unit_amount"] * item["quantity"]
    each = f"{price['unit_amount'] / 100:.2f} / {price['recurring']['interval']}"
    return {
        "id": account.new_id("il"),
        "object": "line_item",
        "amount": amount,
        "currency": price["currency"],
        "description": f"{item['quantity']} × {product['name']} (at {each})",
        "discount_amounts": [],
        "discountable": True,
        "discounts": [],
        "invoice": invoice,
        "livemode": False,
        "metadata": subscription["metadata"],
        "parent": {
            "invoice_item_details": None,
            "subscription_item_details": {
                "invoice_item": None, "proration": False, "proration_details": None,
                "subscription": subscription["id"], "subscription_item": item["id"],
            },
            "type": "subscription_item_details",
        },
        "period": {"end": item["current_period_end"], "start": item["current_period_start"]},
        "pretax_credit_amounts": [],
        "pricing": {
            "price_details": {"price": price["id"], "product": price["product"]},
            "type": "price_details",
            "unit_amount_decimal": price["unit_amount_decimal"],
        },
        "quantity": item["quantity"],
        "quantity_decimal": str(item["quantity"]),
        "subscription": subscription["id"],
        "subtotal": amount,
        "taxes": [],
    }  # fmt: skip


OPERATIONS = (
    Operation("GET", "/v1/invoices", ListInvoices, list_all),
    Operation("GET", "/v1/invoices/{invoice}", Parameters, retrieve),
    Operation("GET", "/v1/invoices/{invoice}/lines", ListParameters, list_lines),
)
