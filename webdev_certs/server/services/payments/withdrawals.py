"""Withdrawals from contracts without signing in, which the law of some countries asks for.

In Germany it is § 356a BGB. The operator decides whether one is in time and what is refunded, and does so at
Stripe; access follows from that.
"""

from sqlmodel import col, select

from webdev_certs.schemas.payments import DeclarationReceipt, WithdrawalRequest
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.billing import Subscription
from webdev_certs.server.models.payments import Purchase
from webdev_certs.server.services.payments import declarations
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.limits import Limits


async def receive_withdrawal(context: Context, limits: Limits, form: WithdrawalRequest) -> DeclarationReceipt:
    """Accept a withdrawal: queue its receipt, with its content and the time, and the mail to the operator.

    If the email and the name are those of an account that bought what is meant, and that is a subscription
    which renews, it stops renewing, so that nothing more is charged until the operator has looked at it.

    Raises:
        NotFound: `form_unavailable`: the law of the operator's country does not ask for it.
        InvalidInput: `invalid_email`.
        TooManyRequests: `too_many_requests`.
    """
    email, gets_receipt = await declarations.accept(context, limits, form)
    receipt = DeclarationReceipt(received_at=context.now)
    if form.website:
        return receipt
    user, purchase, subscription = await _find(context.db, email, form) or (None, None, None)
    # One whose renewal failed would end at once, and its owner could not undo what a stranger may have sent.
    stops = subscription is not None and subscription.state == "active"
    if user and stops:
        gets_receipt |= await declarations.stop_renewal(context, user)
    await declarations.pass_to_operator(
        context,
        "withdrawal",
        email,
        form,
        bought_on=form.bought_on,
        bought=purchase.product_type if purchase else "",
        bought_at=purchase.fulfilled_at if purchase else None,
        is_stopped=stops,
        gets_receipt=gets_receipt,
    )
    if gets_receipt:
        await declarations.mail_sender(
            context,
            "withdrawal_received",
            email,
            form,
            user,
            bought_on=form.bought_on,
            is_stopped=stops,
        )
    return receipt


async def _find(
    db: AsyncSession, email: str, form: WithdrawalRequest
) -> tuple[User, Purchase, Subscription | None] | None:
    """Return the account and its latest purchase that a withdrawal fits, with the subscription bought by it.

    None if there is no such purchase.
    """
    query = (
        select(User, Purchase, Subscription)
        .join(Purchase, col(Purchase.user_id) == col(User.id))
        .outerjoin(Subscription, col(Subscription.subscription_id) == col(Purchase.subscription_id))
        .where(User.email == email)
    )
    if form.product_type:
        query = query.where(Purchase.product_type == form.product_type)
    newest = query.order_by(col(Purchase.fulfilled_at).desc(), col(Purchase.checkout_session_id)).limit(1)
    found = (await db.exec(newest)).first()
    if found is None or not declarations.names(form, found[0]):
        return None
    user, purchase, subscription = found
    return user, purchase, subscription
