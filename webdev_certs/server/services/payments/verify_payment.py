"""Confirm a payment to its buyer when they return from Stripe."""

import re
from typing import cast
from uuid import UUID

from sqlmodel import select

from webdev_certs.schemas.payments import PaymentVerification, ProductType
from webdev_certs.server.domain.errors import Conflict, ConflictCode, NotFound
from webdev_certs.server.models.payments import Checkout
from webdev_certs.server.services.payments.checkouts import attach_checkout_session
from webdev_certs.server.services.payments.entitlements import has_paid
from webdev_certs.server.services.payments.provider import provider_errors_as
from webdev_certs.server.services.payments.sync import sync_payments
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import N_, _

_SESSION_ID = re.compile(r"cs_[A-Za-z0-9_]{1,250}")
_UNAVAILABLE = N_(
    "We couldn’t confirm your payment because the payment provider didn’t respond. Your "
    "payment isn’t lost. Please try again."
)
_REFUSALS: dict[ConflictCode, str] = {
    "wrong_customer": N_("This payment was made for another account."),
    "wrong_price": N_("This payment was made for a different plan."),
    "wrong_currency": N_("This payment was made in a different currency."),
    "wrong_amount": N_("This payment was made for a different amount."),
}


async def confirm_payment(context: Context, user_id: UUID, checkout_session_id: str) -> PaymentVerification:
    """Confirm that a payment has arrived. Sync it first if no webhook has done so yet.

    Raises:
        NotFound: `checkout_not_found`: there is no such checkout session, or it belongs to another user.
        Conflict: `payment_pending`; `checkout_expired`; `wrong_customer`, `wrong_price`, `wrong_currency` or
            `wrong_amount`; `payment_taken_back`.
        Unavailable: `verification_unavailable` or `payments_not_configured`.
    """
    if not _SESSION_ID.fullmatch(checkout_session_id):
        raise _not_found()
    checkout = await _find(context, checkout_session_id)
    with provider_errors_as("verification_unavailable", _UNAVAILABLE):
        if checkout is None:
            await attach_checkout_session(context, user_id, checkout_session_id)
            checkout = await _find(context, checkout_session_id)
        if checkout is None or checkout.user_id != user_id:
            raise _not_found()
        if checkout.state == "open":
            await sync_payments(context, user_id)
            checkout = await _find(context, checkout_session_id) or checkout
    await _check(context, checkout)
    return PaymentVerification(
        success=True, product_type=cast(ProductType, checkout.product_type), redirect_to=checkout.redirect_to
    )


async def _check(context: Context, checkout: Checkout) -> None:
    if checkout.refusal:
        code = cast(ConflictCode, checkout.refusal)
        raise Conflict(code, " ".join([_(_REFUSALS[code]), _("Contact us, and we’ll fix it.")]))
    if checkout.state == "open":
        raise Conflict(
            "payment_pending",
            _("Your payment hasn’t arrived yet. It can take a few minutes. You won’t be charged twice."),
        )
    if checkout.state == "closed":
        raise Conflict("checkout_expired", _("This checkout ended without a payment. You weren’t charged."))
    async with context.database.transaction() as db:
        if not await has_paid(db, checkout.user_id, context.now):
            raise Conflict(
                "payment_taken_back",
                _(
                    "This payment no longer gives access. It was refunded, is disputed, or its period has "
                    "ended."
                ),
            )


async def _find(context: Context, checkout_session_id: str) -> Checkout | None:
    async with context.database.transaction() as db:
        found = await db.exec(select(Checkout).where(Checkout.checkout_session_id == checkout_session_id))
        return found.one_or_none()


def _not_found() -> NotFound:
    return NotFound("checkout_not_found", _("This payment isn’t in your account."))
