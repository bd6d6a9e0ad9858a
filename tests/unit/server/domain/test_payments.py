"""Which paid session is what was ordered."""

from dataclasses import replace

import pytest

from webdev_certs.server.domain.payments import Session, refusal

ORDERED = Session(
    session_id="cs_1",
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


def refused(session: Session) -> str | None:
    """The refusal of a session, to somebody who ordered `ORDERED`."""
    return refusal(session, customer_id="cus_ada", price_id="price_life", amount=14_900, currency="eur")


def test_what_was_ordered_is_not_refused():
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
def test_anything_else_is_refused_by_what_is_wrong_with_it(change: dict[str, object], code: str):
    assert refused(replace(ORDERED, **change)) == code  # pyright: ignore[reportArgumentType]


def test_whoever_did_not_pay_is_told_that_first():
    """What a stranger's session cost is none of their business."""
    strange = replace(ORDERED, customer_id="cus_bob", price_id="price_month", currency="usd", amount=1)
    assert refused(strange) == "wrong_customer"
