"""Charges: https://docs.stripe.com/api/charges."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from webdev_certs.sandbox.stripe import cards, lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.cards import Decline
from webdev_certs.sandbox.stripe.errors import ApiError, Json, no_such
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import (
    Currency,
    DatedListParameters,
    Integer,
    Metadata,
    Parameters,
    Text,
    merged,
)
from webdev_certs.sandbox.stripe.resources import payment_methods

_MINIMUM_AMOUNT = 50
"""In cents."""

_UNUSED = dict.fromkeys(
    (
        "application", "application_fee", "application_fee_amount", "balance_transaction",
        "failure_balance_transaction", "on_behalf_of", "receipt_number", "receipt_url", "review", "shipping",
        "source", "source_transfer", "statement_descriptor", "statement_descriptor_suffix", "transfer_data",
        "transfer_group",
    )
)  # fmt: skip


class CreateCharge(Parameters):
    amount: Annotated[Integer, Field(ge=1, le=99_999_999)]
    currency: Currency
    description: Text | None = None
    metadata: Metadata | None = None
    source: Text


class UpdateCharge(Parameters):
    description: Text | None = None
    metadata: Metadata | None = None


class ListCharges(DatedListParameters):
    customer: Text | None = None
    payment_intent: Text | None = None


def create(account: Account, parameters: CreateCharge) -> Json:
    """Charge the token of a test card, such as `tok_visa`, without a payment intent."""
    if parameters.amount < _MINIMUM_AMOUNT:
        raise ApiError("Amount must be at least 50 cents", code="amount_too_small", param="amount")
    source = parameters.source
    card = cards.by_name(source.removeprefix("tok_")) if source.startswith("tok_") else None
    if not card:
        raise no_such("token", source, "source")
    charge = new(
        account,
        amount=parameters.amount,
        currency=parameters.currency,
        method=payment_methods.new(account, card),
        decline=card.decline,
        created=account.now(),
        description=parameters.description,
        metadata=parameters.metadata,
    )
    if card.decline:
        raise card.decline.error(charge=charge["id"])
    return charge


def of_intent(account: Account, intent: Json, method: Json, decline: Decline | None, created: int) -> Json:
    """Store the charge, paid or declined, of a payment intent's amount."""
    return new(
        account,
        amount=intent["amount"],
        currency=intent["currency"],
        method=method,
        decline=decline,
        created=created,
        customer=intent["customer"],
        description=intent["description"],
        metadata=intent["metadata"],
        payment_intent=intent["id"],
        receipt_email=intent["receipt_email"],
    )


def new(
    account: Account,
    *,
    amount: int,
    currency: str,
    method: Json,
    decline: Decline | None,
    created: int,
    customer: str | None = None,
    description: str | None = None,
    metadata: Mapping[str, str] | None = None,
    payment_intent: str | None = None,
    receipt_email: str | None = None,
) -> Json:
    """Store a charge and emit its event; it failed if `decline` is given, otherwise it succeeded."""
    charge = {
        **_UNUSED,
        "id": account.new_id("ch"),
        "object": "charge",
        "amount": amount,
        "amount_captured": 0 if decline else amount,
        "amount_refunded": 0,
        "billing_details": method["billing_details"],
        "calculated_statement_descriptor": "WEBDEV CERTS SANDBOX",
        "captured": not decline,
        "created": created,
        "currency": currency,
        "customer": customer,
        "description": description,
        "disputed": False,
        "failure_code": decline.code if decline else None,
        "failure_message": decline.message if decline else None,
        "fraud_details": {},
        "livemode": False,
        "metadata": dict(metadata or {}),
        "outcome": _outcome(decline),
        "paid": not decline,
        "payment_intent": payment_intent,
        "payment_method": method["id"],
        "payment_method_details": payment_methods.charge_details(method, amount),
        "receipt_email": receipt_email,
        "refunded": False,
        "status": "failed" if decline else "succeeded",
    }
    account.save(charge)
    account.emit("charge.failed" if decline else "charge.succeeded", charge)
    return charge


def retrieve(account: Account, _parameters: Parameters, charge: str) -> Json:
    """Return the charge."""
    return account.get("charge", charge)


def update(account: Account, parameters: UpdateCharge, charge: str) -> Json:
    """Change the given fields."""
    found = account.get("charge", charge)
    if parameters.description is not None:
        found["description"] = parameters.description
    account.save(found, metadata=merged(found["metadata"], parameters.metadata))
    account.emit("charge.updated", found)
    return found


def list_all(account: Account, parameters: ListCharges) -> Json:
    """List the charges, newest first."""
    found = account.store.find(
        "charge", customer=parameters.customer, payment_intent=parameters.payment_intent
    )
    return lists.page(found, parameters, "/v1/charges")


def _outcome(decline: Decline | None) -> Json:
    codes = dict.fromkeys(("advice_code", "network_advice_code", "network_decline_code"))
    if decline:
        return {
            **codes,
            "network_status": "declined_by_network",
            "reason": decline.decline_code or decline.code,
            "risk_level": "normal",
            "seller_message": "The bank did not return any further details with this decline.",
            "type": "issuer_declined",
        }
    return {
        **codes,
        "network_status": "approved_by_network",
        "reason": None,
        "risk_level": "normal",
        "seller_message": "Payment complete.",
        "type": "authorized",
    }


OPERATIONS = (
    Operation("POST", "/v1/charges", CreateCharge, create),
    Operation("GET", "/v1/charges", ListCharges, list_all),
    Operation("GET", "/v1/charges/{charge}", Parameters, retrieve),
    Operation("POST", "/v1/charges/{charge}", UpdateCharge, update),
)
