"""Payment intents, their charges, and what can happen to a charge: refunds and disputes.

https://docs.stripe.com/api/charges
"""

from typing import Annotated

from pydantic import Field

from webdev_certs.sandbox.stripe.account import Account, new_id
from webdev_certs.sandbox.stripe.cards import NOT_AUTHENTICATED, Decline, TestCard
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import (
    Group,
    Integer,
    ListParameters,
    Operation,
    Parameters,
    Text,
    listing,
    retrieval,
)

INTENT = "payment_intent"
_OUTCOMES = {"winning_evidence": "won", "losing_evidence": "lost"}
"""The outcome for each of these texts as evidence, as in Stripe's test mode."""


class ListCharges(ListParameters):
    customer: Text | None = None


class CreateRefund(Parameters):
    amount: Annotated[Integer, Field(ge=1)] | None = None
    charge: Text


class Evidence(Group):
    uncategorized_text: Text


class UpdateDispute(Parameters):
    evidence: Evidence


class ListDisputes(ListParameters):
    charge: Text | None = None


def ensure_intent(account: Account, due: Json, *, amount: int, created: int) -> Json:
    """Return the only payment intent of an invoice or checkout session; create it the first time.

    The same intent is paid after declined cards.

    Args:
        account: The account.
        due: The invoice or checkout session, which stores the intent's id.
        amount: What is to be paid, in the smallest unit.
        created: The time for a new intent, in seconds.
    """
    if identifier := due.get("_intent"):
        return account.get(INTENT, identifier)
    intent = account.save(
        {
            "id": new_id("pi"),
            "object": INTENT,
            "amount": amount,
            "amount_received": 0,
            "created": created,
            "currency": due["currency"],
            "customer": due["customer"],
            "last_payment_error": None,
            "latest_charge": None,
            "livemode": False,
            "status": "requires_payment_method",
        }
    )
    account.save(due, _intent=intent["id"])
    return intent


def charge_intent(
    account: Account, intent: Json, card: TestCard, now: int, *, is_present: bool
) -> Decline | None:
    """Charge the payment intent to a card and store the result in the intent.

    Args:
        account: The account.
        intent: The payment intent; changed and stored.
        card: The card.
        now: The time, in seconds.
        is_present: Whether the customer is present, as at a checkout.

    Returns:
        Why the card was declined; None if it was charged.
    """
    decline = card.decline or (None if is_present else card.renewal_decline)
    charge = _new_charge(account, intent, card, decline, now)
    if decline:
        return _record_decline(account, intent, decline, charge["id"])
    account.save(
        intent,
        amount_received=intent["amount"],
        last_payment_error=None,
        latest_charge=charge["id"],
        status="succeeded",
    )
    if card.is_disputed:
        dispute(account, charge, now)
    return None


def fail_authentication(account: Account, intent: Json) -> Decline:
    """Record that the customer failed to authenticate, so nothing was charged."""
    return _record_decline(account, intent, NOT_AUTHENTICATED, charge=None)


def refund(account: Account, parameters: CreateRefund) -> Json:
    """Refund a charge, by default all that is not refunded yet: https://docs.stripe.com/api/refunds."""
    charge = account.get("charge", parameters.charge, "charge")
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
        "id": new_id("re"),
        "object": "refund",
        "amount": amount,
        "charge": charge["id"],
        "created": account.now(),
        "currency": charge["currency"],
        "payment_intent": charge["payment_intent"],
        "status": "succeeded",
    }
    account.save(refund)
    refunded = charge["amount_refunded"] + amount
    account.save(charge, amount_refunded=refunded, refunded=refunded == charge["amount_captured"])
    account.emit("charge.refunded", charge)
    return refund


def dispute(account: Account, charge: Json, now: int) -> None:
    """Dispute the charge as fraudulent; its amount is withdrawn: https://docs.stripe.com/api/disputes.

    Raises:
        ApiError: It cannot be disputed.
    """
    if charge["status"] != "succeeded" or charge["disputed"] or charge["refunded"]:
        raise ApiError("This charge cannot be disputed.")
    dispute = {
        "id": new_id("du"),
        "object": "dispute",
        "amount": charge["amount"],
        "charge": charge["id"],
        "created": now,
        "currency": charge["currency"],
        "evidence": {"uncategorized_text": None},
        "livemode": False,
        "payment_intent": charge["payment_intent"],
        "reason": "fraudulent",
        "status": "needs_response",
    }
    account.save(dispute)
    account.save(charge, disputed=True)
    account.emit("charge.dispute.created", dispute)
    account.emit("charge.dispute.funds_withdrawn", dispute)


def update_dispute(account: Account, parameters: UpdateDispute, identifier: str) -> Json:
    """Submit evidence. A text of `_OUTCOMES` closes the dispute at once."""
    found = account.get("dispute", identifier)
    if found["status"] != "needs_response":
        raise ApiError("This dispute is already closed or under review.")
    account.save(found, evidence=parameters.evidence.model_dump(), status="under_review")
    account.emit("charge.dispute.updated", found)
    if outcome := _OUTCOMES.get(parameters.evidence.uncategorized_text):
        account.save(found, status=outcome)
        if outcome == "won":
            account.emit("charge.dispute.funds_reinstated", found)
        account.emit("charge.dispute.closed", found)
    return found


def _new_charge(account: Account, intent: Json, card: TestCard, decline: Decline | None, now: int) -> Json:
    charge = {
        "id": new_id("ch"),
        "object": "charge",
        "amount": intent["amount"],
        "amount_captured": 0 if decline else intent["amount"],
        "amount_refunded": 0,
        "captured": not decline,
        "created": now,
        "currency": intent["currency"],
        "customer": intent["customer"],
        "disputed": False,
        "failure_code": decline.code if decline else None,
        "failure_message": decline.message if decline else None,
        "livemode": False,
        "paid": not decline,
        "payment_intent": intent["id"],
        "payment_method_details": {
            "card": {"brand": card.brand, "last4": card.number[-4:]},
            "type": "card",
        },
        "refunded": False,
        "status": "failed" if decline else "succeeded",
    }
    account.save(charge)
    account.emit("charge.failed" if decline else "charge.succeeded", charge)
    return charge


def _record_decline(account: Account, intent: Json, decline: Decline, charge: str | None) -> Decline:
    error = {
        "charge": charge,
        "code": decline.code,
        "decline_code": decline.decline_code,
        "message": decline.message,
        "type": "card_error" if charge else "invalid_request_error",
    }
    account.save(
        intent,
        last_payment_error={name: value for name, value in error.items() if value is not None},
        latest_charge=charge,
        status="requires_payment_method",
    )
    account.emit("payment_intent.payment_failed", intent)
    return decline


OPERATIONS = (
    listing("/v1/charges", "charge", ListCharges),
    retrieval("/v1/charges", "charge"),
    Operation("POST", "/v1/refunds", CreateRefund, refund),
    listing("/v1/disputes", "dispute", ListDisputes),
    Operation("POST", "/v1/disputes/{identifier}", UpdateDispute, update_dispute),
)
