"""Disputes: https://docs.stripe.com/api/disputes."""

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import (
    DatedListParameters,
    Flag,
    Group,
    Metadata,
    Parameters,
    Text,
    merged,
)

_DAY = 86_400
_EVIDENCE = (
    "access_activity_log", "appeal", "billing_address", "cancellation_policy",
    "cancellation_policy_disclosure", "cancellation_rebuttal", "customer_communication",
    "customer_email_address", "customer_name", "customer_purchase_ip", "customer_signature",
    "duplicate_charge_documentation", "duplicate_charge_explanation", "duplicate_charge_id",
    "product_description", "receipt", "refund_policy", "refund_policy_disclosure",
    "refund_refusal_explanation", "service_date", "service_documentation", "shipping_address",
    "shipping_carrier", "shipping_date", "shipping_documentation", "shipping_tracking_number",
    "uncategorized_file", "uncategorized_text",
)  # fmt: skip

_OUTCOMES = {"winning_evidence": "won", "losing_evidence": "lost"}
"""The outcome for each of these texts as evidence, as in Stripe's test mode."""


class Evidence(Group):
    product_description: Text | None = None
    uncategorized_text: Text | None = None


class UpdateDispute(Parameters):
    evidence: Evidence | None = None
    metadata: Metadata | None = None
    submit: Flag = True


class ListDisputes(DatedListParameters):
    charge: Text | None = None
    payment_intent: Text | None = None


def new(account: Account, charge: Json, now: int) -> Json:
    """Store a dispute of the charge as fraudulent; its amount is withdrawn."""
    dispute = {
        "id": account.new_id("du"),
        "object": "dispute",
        "amount": charge["amount"],
        "balance_transactions": [],
        "charge": charge["id"],
        "created": now,
        "currency": charge["currency"],
        "enhanced_eligibility_types": [],
        "evidence": {**dict.fromkeys(_EVIDENCE), "enhanced_evidence": {}},
        "evidence_details": {
            "due_by": now + 7 * _DAY,
            "enhanced_eligibility": {},
            "has_evidence": False,
            "past_due": False,
            "submission_count": 0,
            "submission_method": "not_submitted",
        },
        "is_charge_refundable": False,
        "livemode": False,
        "metadata": {},
        "payment_intent": charge["payment_intent"],
        "payment_method_details": {
            "card": {
                "brand": charge["payment_method_details"]["card"]["brand"],
                "case_type": "chargeback",
                "network": "visa",
                "network_reason_code": "10",
            },
            "type": "card",
        },
        "reason": "fraudulent",
        "status": "needs_response",
    }
    account.save(dispute)
    account.save(charge, disputed=True)
    account.emit("charge.dispute.created", dispute)
    account.emit("charge.dispute.funds_withdrawn", dispute)
    return dispute


def retrieve(account: Account, _parameters: Parameters, dispute: str) -> Json:
    """Return the dispute."""
    return account.get("dispute", dispute)


def list_all(account: Account, parameters: ListDisputes) -> Json:
    """List the disputes, newest first."""
    found = account.store.find("dispute", charge=parameters.charge, payment_intent=parameters.payment_intent)
    return lists.page(found, parameters, "/v1/disputes")


def update(account: Account, parameters: UpdateDispute, dispute: str) -> Json:
    """Store evidence. A text of `_OUTCOMES`, once submitted, closes the dispute at once."""
    found = account.get("dispute", dispute)
    account.save(found, metadata=merged(found["metadata"], parameters.metadata))
    if parameters.evidence:
        _check_open(found)
        found["evidence"].update(parameters.evidence.model_dump(exclude_none=True))
        found["evidence_details"]["has_evidence"] = True
        if parameters.submit:
            found["evidence_details"].update(submission_count=1, submission_method="manual")
            found["status"] = "under_review"
        account.save(found)
    account.emit("charge.dispute.updated", found)
    outcome = _OUTCOMES.get(found["evidence"]["uncategorized_text"] or "")
    if outcome and found["status"] == "under_review":
        _close(account, found, outcome)
    return found


def close(account: Account, _parameters: Parameters, dispute: str) -> Json:
    """Accept the dispute as lost."""
    found = account.get("dispute", dispute)
    _check_open(found)
    _close(account, found, "lost")
    return found


def _check_open(dispute: Json) -> None:
    if dispute["status"] != "needs_response":
        raise ApiError("This dispute is already closed or under review.")


def _close(account: Account, dispute: Json, status: str) -> None:
    account.save(dispute, status=status)
    if status == "won":
        account.emit("charge.dispute.funds_reinstated", dispute)
    account.emit("charge.dispute.closed", dispute)


OPERATIONS = (
    Operation("GET", "/v1/disputes", ListDisputes, list_all),
    Operation("GET", "/v1/disputes/{dispute}", Parameters, retrieve),
    Operation("POST", "/v1/disputes/{dispute}", UpdateDispute, update),
    Operation("POST", "/v1/disputes/{dispute}/close", Parameters, close),
)
