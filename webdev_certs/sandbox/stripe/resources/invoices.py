"""Invoice objects: https://docs.stripe.com/api/invoices. See invoicing.py for how their status changes."""

from typing import Literal

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import DatedListParameters, ListParameters, Parameters, Text

KIND = "invoice"

_HOUR = 3600
_UNUSED = dict.fromkeys(
    (
        "account_tax_ids", "application", "custom_fields", "customer_account", "customer_phone",
        "customer_shipping", "default_payment_method", "default_source", "description", "due_date",
        "effective_at", "ending_balance", "footer", "from_invoice", "hosted_invoice_url", "invoice_pdf",
        "last_finalization_error", "latest_revision", "number", "on_behalf_of", "receipt_number", "rendering",
        "shipping_cost", "shipping_details", "statement_descriptor", "threshold_reason",
    )
)  # fmt: skip
_ZERO = dict.fromkeys(
    (
        "amount_overpaid", "amount_paid", "amount_paid_off_stripe", "amount_shipping", "attempt_count",
        "post_payment_credit_notes_amount", "pre_payment_credit_notes_amount", "starting_balance",
    ),
    0,
)  # fmt: skip
_EMPTY = ("customer_tax_ids", "default_tax_rates", "discounts", "total_discount_amounts",
          "total_pretax_credit_amounts", "total_taxes")  # fmt: skip


class ListInvoices(DatedListParameters):
    customer: Text | None = None
    status: Literal["draft", "open", "paid", "uncollectible", "void"] | None = None
    subscription: Text | None = None


def new(
    account: Account,
    *,
    customer: Json,
    lines: list[Json],
    currency: str,
    reason: str,
    created: int,
    parent: Json | None,
) -> Json:
    """Store a draft, which is finalized an hour later unless that happens before.

    Args:
        account: The account.
        customer: The customer who pays.
        lines: The lines, to which the invoice's id is added.
        currency: The currency of all lines.
        reason: Why there is an invoice, e.g. `subscription_cycle`.
        created: The time, in seconds.
        parent: The `parent` of the invoice, which names the subscription; None for a one-time purchase.
    """
    identifier = account.new_id("in")
    total = sum(line["amount"] for line in lines)
    lines = [{**line, "invoice": identifier} for line in lines]
    invoice = {
        **_UNUSED,
        **_ZERO,
        **{name: [] for name in _EMPTY},
        "id": identifier,
        "object": KIND,
        "account_country": "DE",
        "account_name": "WebDev Certs (sandbox)",
        "amount_due": total,
        "amount_remaining": total,
        "attempted": False,
        "auto_advance": True,
        "automatic_tax": {
            "enabled": False,
            **dict.fromkeys(("disabled_reason", "liability", "provider", "status")),
        },
        "automatically_finalizes_at": created + _HOUR,
        "billing_reason": reason,
        "collection_method": "charge_automatically",
        "created": created,
        "currency": currency,
        "customer": customer["id"],
        "customer_address": customer["address"],
        "customer_email": customer["email"],
        "customer_name": customer["name"],
        "customer_tax_exempt": "none",
        "issuer": {"type": "self"},
        "lines": lists.whole(lines, f"/v1/invoices/{identifier}/lines"),
        "livemode": False,
        "metadata": {},
        "next_payment_attempt": created + _HOUR,
        "parent": parent,
        "payment_settings": dict.fromkeys(
            ("default_mandate", "payment_method_options", "payment_method_types")
        ),
        "period_end": created,
        "period_start": created,
        "status": "draft",
        "status_transitions": dict.fromkeys(
            ("finalized_at", "marked_uncollectible_at", "paid_at", "voided_at")
        ),
        "subtotal": total,
        "subtotal_excluding_tax": total,
        "test_clock": customer["test_clock"],
        "total": total,
        "total_excluding_tax": total,
        "webhooks_delivered_at": created,
    }
    account.save(invoice)
    account.emit("invoice.created", invoice)
    return invoice


def subscription_of(invoice: Json) -> str | None:
    """Return the id of the invoice's subscription, or None for a one-time purchase."""
    parent = invoice["parent"]
    return parent["subscription_details"]["subscription"] if parent else None


def retrieve(account: Account, _parameters: Parameters, invoice: str) -> Json:
    """Return the invoice."""
    return account.get(KIND, invoice)


def list_all(account: Account, parameters: ListInvoices) -> Json:
    """List the invoices, newest first."""
    found = account.store.find(
        KIND,
        customer=parameters.customer,
        status=parameters.status,
        parent__subscription_details__subscription=parameters.subscription,
    )
    return lists.page(found, parameters, "/v1/invoices")


def list_lines(account: Account, parameters: ListParameters, invoice: str) -> Json:
    """List the lines of the invoice."""
    found = account.get(KIND, invoice)
    return lists.page(found["lines"]["data"], parameters, f"/v1/invoices/{invoice}/lines")


OPERATIONS = (
    Operation("GET", "/v1/invoices", ListInvoices, list_all),
    Operation("GET", "/v1/invoices/{invoice}", Parameters, retrieve),
    Operation("GET", "/v1/invoices/{invoice}/lines", ListParameters, list_lines),
)
