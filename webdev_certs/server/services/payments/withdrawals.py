"""Withdrawals from contracts without signing in, which the law of some countries asks for.

In Germany it is § 356a BGB. The operator decides whether one is in time and what is refunded, and does so at
Stripe; access follows from that.
"""

from sqlmodel import col, select

from webdev_certs.schemas.payments import DeclarationReceipt, WithdrawalRequest
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.payments import Purchase
from webdev_certs.server.services.mail.layout import may_repeat
from webdev_certs.server.services.payments import declarations
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.limits import Limits


async def receive_withdrawal(context: Context, limits: Limits, form: WithdrawalRequest) -> DeclarationReceipt:
    """Accept a withdrawal: queue its receipt, with its content and the time, and the mail to the operator.

    If the email and the name are those of an account that bought what is meant, its subscription stops
    renewing, so that nothing more is charged until the operator has looked at it.

    Raises:
        NotFound: `form_unavailable`: the law of the operator's country does not ask for it.
        InvalidInput: `invalid_email`.
        TooManyRequests: `too_many_requests`.
    """
    email = await declarations.accept(context, limits, form)
    receipt = DeclarationReceipt(received_at=context.now)
    if form.website:
        return receipt
    user, purchase = await _find(context.db, email, form) or (None, None)
    renews = purchase is not None and purchase.subscription_id is not None
    if user and renews:
        await declarations.stop_renewal(context, user)
    await declarations.mail_operator(
        context,
        "withdrawal_request",
        email,
        form,
        bought_on=form.bought_on,
        bought=purchase.product_type if purchase else "",
        bought_at=purchase.fulfilled_at if purchase else None,
        renews=renews,
    )
    await declarations.mail_sender(
        context,
        limits,
        "withdrawal_received",
        email,
        form,
        user,
        name=form.name if may_repeat(form.name) else "",
        bought_on=form.bought_on,
        renews=renews,
    )
    return receipt


async def _find(db: AsyncSession, email: str, form: WithdrawalRequest) -> tuple[User, Purchase] | None:
    """Return the account and its latest purchase that a withdrawal fits; None if there is none."""
    query = select(User, Purchase).join(Purchase, col(Purchase.user_id) == col(User.id))
    if form.product_type:
        query = query.where(Purchase.product_type == form.product_type)
    query = query.where(User.email == email)
    newest = query.order_by(col(Purchase.fulfilled_at).desc(), col(Purchase.checkout_session_id)).limit(1)
    found = (await db.exec(newest)).first()
    return found if found and declarations.names(form, found[0]) else None
