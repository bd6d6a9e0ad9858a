"""Confirming a payment to the person who made it."""

import re
from uuid import UUID

from sqlmodel import select

from webdev_certs.server.domain.errors import Conflict, NotFound
from webdev_certs.server.models.payments import Checkout
from webdev_certs.schemas.payments import PaymentVerification
from webdev_certs.server.services import settlement
from webdev_certs.server.services.payments.context import PaymentDesk, asking
from webdev_certs.server.services.payments import has_paid

_SESSION_ID = re.compile(r"cs_[A-Za-z0-9_]{1,250}")
_UNAVAILABLE = "We cannot reach the payment provider to confirm your payment. It is not lost: try again."
_REFUSALS = {
    "wrong_customer": "The payment was made for another account.",
    "wrong_price": "The payment was made for something else than you chose.",
    "wrong_currency": "The payment was made in another currency than you chose.",
    "wrong_amount": "The payment was of another amount than you chose.",
}


async def verify(desk: PaymentDesk, user_id: UUID, session_id: str) -> PaymentVerification:
    """Says that a payment has arrived, and fulfils it if no webhook has.

    Raises:
        NotFound: `checkout_not_found`: there is no such session, or it is someone else's.
        Conflict: `payment_pending`; `checkout_expired`; `wrong_customer`, `wrong_price`, `wrong_currency` or
            `wrong_amount`; `payment_taken_back`.
        Unavailable: `verification_unavailable` or `payments_not_configured`.
    """
    if not _SESSION_ID.fullmatch(session_id):
        raise _unknown()
    provider_code = "verification_unavailable"
    checkout = await _find(desk, session_id)
    if checkout is None:
        with asking(provider_code, _UNAVAILABLE):
            await settlement.adopt(desk, user_id, session_id)
        checkout = await _find(desk, session_id)
    if checkout is None or checkout.user_id != user_id:
        raise _unknown()
    if checkout.state == "open":
        with asking(provider_code, _UNAVAILABLE):
            await settlement.settle(desk, user_id)
        checkout = await _find(desk, session_id) or checkout
    return await _answer(desk, checkout)


async def _answer(desk: PaymentDesk, checkout: Checkout) -> PaymentVerification:
    if checkout.refusal:
        message = f"{_REFUSALS[checkout.refusal]} Write to us, and we will put it right."
        raise Conflict(checkout.refusal, message)
    if checkout.state == "open":
        raise Conflict("payment_pending", "Your payment has not arrived yet. Try again in a moment.")
    if checkout.state == "closed":
        raise Conflict("checkout_expired", "This checkout has ended without a payment. Nothing was charged.")
    async with desk.transaction() as session:
        if not await has_paid(session, checkout.user_id, desk.now()):
            raise Conflict(
                "payment_taken_back",
                "This payment gives no access any more: it was returned, is disputed, or its time is over.",
            )
    return PaymentVerification(success=True, redirect_to=checkout.redirect_to)


async def _find(desk: PaymentDesk, session_id: str) -> Checkout | None:
    async with desk.transaction() as session:
        found = await session.exec(select(Checkout).where(Checkout.session_id == session_id))
        return found.one_or_none()


def _unknown() -> NotFound:
    return NotFound("checkout_not_found", "There is no such payment in your account.")
