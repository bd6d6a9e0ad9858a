"""Which payment intent paid which invoice: https://docs.stripe.com/api/invoice-payment."""

from typing import Literal

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import DatedListParameters, Group, Parameters, Text


class Payment(Group):
    payment_intent: Text | None = None
    type: Literal["payment_intent"]


class ListInvoicePayments(DatedListParameters):
    invoice: Text | None = None
    payment: Payment | None = None


def record(account: Account, invoice: Json, intent: Json, now: int) -> None:
    """Store that the payment intent paid the invoice."""
    payment = {
        "id": account.new_id("inpay"),
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
        "status_transitions": {"canceled_at": None, "paid_at": now},
    }
    account.save(payment)
    account.emit("invoice_payment.paid", payment)


def retrieve(account: Account, _parameters: Parameters, invoice_payment: str) -> Json:
    """Return the invoice payment."""
    return account.get("invoice_payment", invoice_payment)


def list_all(account: Account, parameters: ListInvoicePayments) -> Json:
    """List the invoice payments, newest first."""
    intent = parameters.payment.payment_intent if parameters.payment else None
    found = account.store.find("invoice_payment", invoice=parameters.invoice, payment__payment_intent=intent)
    return lists.page(found, parameters, "/v1/invoice_payments")


OPERATIONS = (
    Operation("GET", "/v1/invoice_payments", ListInvoicePayments, list_all),
    Operation("GET", "/v1/invoice_payments/{invoice_payment}", Parameters, retrieve),
)
