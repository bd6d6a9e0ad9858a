"""Whether a paid checkout session matches its order."""

from dataclasses import replace

import pytest

from webdev_certs.server.domain.paid_access import refusal
from webdev_certs.server.domain.payments import CheckoutSession

ORDERED = CheckoutSession(
    id="cs_1",
    checkout_id="1",
    customer_id="cus_ada",
    status="complete",
    paid=True,
    failed=False,
    price_id="price_life",
    amount=14_900,
    currency="eur",
    payment_id="pi_1",
    subscription_id=None,
    url=None,
)


def refused(checkout_session: CheckoutSession) -> str | None:
    """Return the refusal of a checkout session for the order of `ORDERED`."""
    return refusal(
        checkout_session, customer_id="cus_ada", price_id="price_life", amount=14_900, currency="eur"
    )


def test_a_checkout_session_as_ordered_is_accepted():
    assert refused(ORDERED) is None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"customer_id": "cus_bob"}, "wrong_customer"),
        ({"customer_id": None}, "wrong_customer"),
        ({"price_id": "price_month"}, "wrong_price"),
        ({"price_id": None}, "wrong_price"),
        ({"currency": "usd"}, "wrong_currency"),
        ({"currency": None}, "wrong_currency"),
        ({"amount": 14_899}, "wrong_amount"),
        ({"amount": 14_901}, "wrong_amount"),
        ({"amount": 0}, "wrong_amount"),
        ({"amount": None}, "wrong_amount"),
    ],
)
def test_a_checkout_session_that_differs_from_the_order_is_refused(change: dict[str, object], code: str):
    assert refused(replace(ORDERED, **change)) == code  # pyright: ignore[reportArgumentType]


def test_a_wrong_customer_is_reported_before_other_differences():
    """So a user learns nothing about the payments of others."""
    strange = replace(ORDERED, customer_id="cus_bob", price_id="price_month", currency="usd", amount=1)
    assert refused(strange) == "wrong_customer"
