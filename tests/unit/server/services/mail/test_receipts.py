"""What a receipt says."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from webdev_certs.server.services.mail.payment_texts import Paid, payment_receipt
from webdev_certs.shared.translation import in_language

RENEWAL = datetime(2026, 3, 9, tzinfo=UTC)
MONTHLY = Paid(
    product_type="monthly",
    amount=1_490,
    currency="eur",
    paid_at=datetime(2026, 2, 9, tzinfo=UTC),
    number="ABCD-0001",
    renews_at=RENEWAL,
    is_canceled=False,
    is_test=False,
)


def receipt(**changes: Any) -> str:
    """Return the text of a receipt, on one line and with plain spaces."""
    link = "https://certs.example/dashboard/billing"
    return " ".join(
        payment_receipt("ada@example.com", "Ada", replace(MONTHLY, **changes), link, link).text.split()
    )


def test_it_says_what_was_bought_when_and_for_how_much():
    assert (
        "You bought: Monthly subscription Amount: €14.90 Date: February 9, 2026 Invoice number: ABCD-0001"
        in receipt()
    )
    with in_language("de"):
        assert (
            "Gekauft: Monatsabo Betrag: 14,90 € Datum: 9. Februar 2026 Rechnungsnummer: ABCD-0001"
            in receipt()
        )


def test_a_payment_whose_invoice_is_not_made_yet_has_no_number():
    assert "Invoice number" not in receipt(number=None)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "Your subscription renews on March 9, 2026. You can cancel it in Billing at any time"),
        ({"is_canceled": True, "renews_at": None}, "Your subscription is canceled. It will not renew."),
        (
            {"product_type": "lifetime", "renews_at": None},
            "Your access never ends, and you will not be charged",
        ),
    ],
)
def test_it_says_what_is_charged_next(changes: dict[str, Any], text: str):
    assert text in receipt(**changes)


def test_it_says_nothing_of_a_renewal_that_is_uncertain():
    text = receipt(renews_at=None)
    assert "renew" not in text
    assert "canceled" not in text


@pytest.mark.parametrize("is_test", [True, False])
def test_only_a_test_payment_says_so(is_test: bool):
    assert ("No real money was charged." in receipt(is_test=is_test)) == is_test
