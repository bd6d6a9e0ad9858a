"""Refunds: https://docs.stripe.com/api/refunds."""

from typing import Annotated, Literal

from pydantic import Field

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import (
    DatedListParameters,
    Integer,
    Metadata,
    Parameters,
    Text,
    merged,
)

_UNUSED = dict.fromkeys(
    ("balance_transaction", "customer_account", "source_transfer_reversal", "transfer_reversal")
)


class CreateRefund(Parameters):
    amount: Annotated[Integer, Field(ge=1)] | None = None
    charge: Text | None = None
    metadata: Metadata | None = None
    payment_intent: Text | None = None
    reason: Literal["duplicate", "fraudulent", "requested_by_customer"] | None = None


class UpdateRefund(Parameters):
    metadata: Metadata | None = None


class ListRefunds(DatedListParameters):
    charge: Text | None = None
    payment_intent: Text | None = None


def create(account: Account, parameters: CreateRefund) -> Json:
    """Refund a charge, by default all that is not refunded yet."""
    charge = _charge(account, parameters)
    left = charge["amount_captured"] - charge["amount_refunded"]
    if charge["disputed"]:
        message = f"Charge {charge['id']} has been charged back; cannot issue a refund."
        raise ApiError(message, code="charge_disputed")
    if not left:
        message = f"Charge {charge['id']} has already been refunded."
        raise ApiError(message, code="charge_already_refunded")
    amount = parameters.amount or left
    if amount > left:
        message = f"Refund amount ({amount}) is greater than unrefunded amount on charge ({left})"
        raise ApiError(message, param="amount")
    refund = {
        **_UNUSED,
        "id": account.new_id("re"),
        "object": "refund",
        "amount": amount,
        "charge": charge["id"],
        "created": account.now(),
        "currency": charge["currency"],
        "customer": charge["customer"],
        "destination_details": {
            "card": {"reference_status": "pending", "reference_type": "acquirer_reference_number",
                     "type": "refund"},
            "type": "card",
        },
        "metadata": parameters.metadata or {},
        "payment_intent": charge["payment_intent"],
        "payment_method": charge["payment_method"],
        "reason": parameters.reason,
        "receipt_number": None,
        "status": "succeeded",
    }  # fmt: skip
    account.save(refund)
    refunded = charge["amount_refunded"] + amount
    before = {name: charge[name] for name in ("amount_refunded", "refunded")}
    account.save(charge, amount_refunded=refunded, refunded=refunded == charge["amount_captured"])
    account.emit("refund.created", refund)
    account.emit("charge.refunded", charge, before)
    return refund


def retrieve(account: Account, _parameters: Parameters, refund: str) -> Json:
    """Return the refund."""
    return account.get("refund", refund)


def update(account: Account, parameters: UpdateRefund, refund: str) -> Json:
    """Change the metadata."""
    found = account.get("refund", refund)
    account.save(found, metadata=merged(found["metadata"], parameters.metadata))
    account.emit("refund.updated", found)
    return found


def list_all(account: Account, parameters: ListRefunds) -> Json:
    """List the refunds, newest first."""
    found = account.store.find("refund", charge=parameters.charge, payment_intent=parameters.payment_intent)
    return lists.page(found, parameters, "/v1/refunds")


def _charge(account: Account, parameters: CreateRefund) -> Json:
    if parameters.charge:
        return account.get("charge", parameters.charge, "charge")
    if not parameters.payment_intent:
        raise ApiError("One of the following params should be provided for this request: payment_intent or"
                       " charge.", code="parameter_missing")  # fmt: skip
    intent = account.get("payment_intent", parameters.payment_intent, "payment_intent")
    if intent["status"] != "succeeded":
        message = f"This PaymentIntent ({intent['id']}) does not have a successful charge to refund."
        raise ApiError(message, code="payment_intent_unexpected_state")
    return account.get("charge", intent["latest_charge"])


OPERATIONS = (
    Operation("POST", "/v1/refunds", CreateRefund, create),
    Operation("GET", "/v1/refunds", ListRefunds, list_all),
    Operation("GET", "/v1/refunds/{refund}", Parameters, retrieve),
    Operation("POST", "/v1/refunds/{refund}", UpdateRefund, update),
)
