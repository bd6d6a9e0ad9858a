"""Converting Stripe's objects, in cases that no stand-in produces."""

from typing import Any

import pytest
import stripe

from webdev_certs.server.gateways.stripe.objects import read_payments


def invoice(*payments: tuple[str, str]) -> stripe.Invoice:
    """Return a paid invoice with its payments, each as intent id and status."""
    tried: list[dict[str, Any]] = [
        {"status": status, "payment": {"type": "payment_intent", "payment_intent": intent}}
        for intent, status in payments
    ]
    values = {
        "id": "in_1",
        "object": "invoice",
        "number": "ABCD-0001",
        "status": "paid",
        "amount_paid": 1900,
        "currency": "eur",
        "created": 1_772_400_000,
        "parent": None,
        "lines": {"object": "list", "data": []},
        "payments": {"object": "list", "data": tried},
    }
    return stripe.Invoice.construct_from(values, None)


def charge(intent: str, refunded: int) -> stripe.Charge:
    values = {
        "id": f"ch_of_{intent}",
        "object": "charge",
        "status": "succeeded",
        "payment_intent": intent,
        "amount": 1900,
        "amount_refunded": refunded,
        "currency": "eur",
        "created": 1_772_400_000,
    }
    return stripe.Charge.construct_from(values, None)


def test_an_invoice_is_joined_with_the_payment_that_paid_it():
    """The first payment was canceled. Another one paid, and was refunded."""
    made = invoice(("pi_given_up", "canceled"), ("pi_open", "open"), ("pi_paid", "paid"))
    (payment,) = read_payments([made], [charge("pi_paid", refunded=1900)], {})
    assert (payment.payment_id, payment.intent_id) == ("in_1", "pi_paid")
    assert payment.outcome == "refunded"
    assert payment.is_taken_back


def test_a_charge_whose_payment_is_still_open_is_joined_with_its_invoice():
    """The charge has succeeded, but Stripe has not updated the invoice's payment yet."""
    (payment,) = read_payments([invoice(("pi_open", "open"))], [charge("pi_open", refunded=0)], {})
    assert payment.intent_id == "pi_open"


@pytest.mark.parametrize(
    ("status", "is_held"),
    [
        ("needs_response", True),
        ("under_review", True),
        ("appeal_needs_response", True),
        ("appeal_under_review", True),
        ("lost", True),
        ("won", False),
        ("warning_needs_response", False),
        ("warning_under_review", False),
        ("warning_closed", False),
    ],
)
def test_the_bank_holds_the_money_until_a_dispute_is_won(status: str, is_held: bool):
    paid = charge("pi_paid", refunded=0)
    dispute = stripe.Dispute.construct_from({"id": "du_1", "object": "dispute", "status": status}, None)
    (payment,) = read_payments([], [paid], {paid.id: [dispute]})
    assert payment.is_taken_back == is_held
