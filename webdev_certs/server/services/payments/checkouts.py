"""Start a checkout. Each user has at most one open checkout, however often they click."""

import hashlib
import json
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from sqlalchemy import or_
from sqlmodel import col, select, update

from webdev_certs.schemas import payments as wire
from webdev_certs.schemas.return_urls import is_own_path
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import Conflict, InvalidInput, Unavailable
from webdev_certs.server.domain.payments import LIFETIME, CheckoutSession, Price
from webdev_certs.server.gateways import plan_cache
from webdev_certs.server.gateways.payments import (
    Order,
    ProviderError,
    ProviderFailed,
    ProviderNotFound,
    ProviderRefused,
)
from webdev_certs.server.models.payments import Checkout, Subscription
from webdev_certs.server.services.payments import customers
from webdev_certs.server.services.payments.entitlements import access_sources, already_paid
from webdev_certs.server.services.payments.provider import provider_errors_as
from webdev_certs.server.services.payments.sync import sync_payments
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.settings import Settings
from webdev_certs.shared.translation import N_, _

FAILED = N_("Failed to create checkout session")
# Each try removes one obstacle, e.g. an expired checkout session or an open one for another plan.
_TRIES = 5


async def create_checkout_session(
    context: Context, user_id: UUID, request: wire.CheckoutRequest
) -> wire.CheckoutSession:
    """Return a checkout session: the open one if the request is the same, otherwise a new one.

    An open checkout session for another request is expired first, so that nobody can pay both.

    Raises:
        InvalidInput: `foreign_url`.
        Conflict: `already_paid`, `subscription_active` or `payment_pending`: there is nothing to pay now;
            `plan_unavailable`; `checkout_superseded`: another checkout was started at the same moment.
        Unavailable: `checkout_failed` or `payments_not_configured`. It is safe to try again.
    """
    check_return_urls(context.settings, request)
    with provider_errors_as("checkout_failed", FAILED):
        price = await context.plans.find(context.provider, request.product_type, request.currency)
        key = _request_key(request, price)
        for _nth in range(_TRIES):
            checkout = await _open_checkout(context, user_id, key, request, price)
            if checkout is None:
                continue
            checkout_session = await _checkout_session_of(context, checkout, key, request)
            if checkout_session is None or checkout_session.status == "expired":
                await _close(context, checkout)
            elif checkout_session.status == "complete":
                await sync_payments(context, user_id)
                if not (checkout_session.paid or checkout_session.failed):
                    raise Conflict(
                        "payment_pending", _("Your last payment is still going through. Give it a moment.")
                    )
            elif checkout.request_key != key:
                await _expire(context, checkout, checkout_session)
            elif checkout_session.url:
                return wire.CheckoutSession(session_id=checkout_session.id, url=checkout_session.url)
    raise Unavailable("checkout_failed", _(FAILED))


async def attach_checkout_session(context: Context, user_id: UUID, checkout_session_id: str) -> None:
    """Store a checkout session's id with its checkout, if the process died before it could do so.

    Raises:
        ProviderError: Stripe did not answer.
    """
    async with context.database.transaction() as db:
        known = await db.exec(select(Checkout.id).where(Checkout.checkout_session_id == checkout_session_id))
        if known.one_or_none():
            return
    checkout_session = await context.provider.checkout_session(checkout_session_id)
    if checkout_session is None or checkout_session.checkout_id is None:
        return
    try:
        checkout_id = UUID(checkout_session.checkout_id)
    except ValueError:
        # This product did not create the checkout session.
        return
    async with context.database.transaction() as db:
        await db.exec(
            update(Checkout)
            .where(
                col(Checkout.id) == checkout_id,
                col(Checkout.user_id) == user_id,
                col(Checkout.state) == "open",
                col(Checkout.checkout_session_id).is_(None),
            )
            .values(checkout_session_id=checkout_session_id)
        )


def check_return_urls(settings: Settings, request: wire.CheckoutRequest) -> None:
    """Accept only URLs on the product's own origins for the way back from Stripe.

    Raises:
        InvalidInput: `foreign_url`.
    """
    for field in ("success_url", "cancel_url"):
        if not _is_own_url(getattr(request, field), settings.allowed_origins):
            raise InvalidInput("foreign_url", _("This URL doesn’t belong to this site."), field=field)


async def _refuse_second_purchase(db: AsyncSession, user_id: UUID, product_type: str, now: datetime) -> None:
    """Refuse a purchase of access that the user already has.

    Raises:
        Conflict: `already_paid` or `subscription_active`.
    """
    if LIFETIME in await access_sources(db, user_id, now):
        raise already_paid()
    states = await db.exec(
        select(Subscription.state).where(Subscription.user_id == user_id, Subscription.state != "ended")
    )
    running = set(states.all())
    # Lifetime access can be bought while a canceled subscription runs out, because that is not charged again.
    if running and not (product_type == LIFETIME and running == {"ending"}):
        raise Conflict(
            "subscription_active",
            _(
                "You already have a subscription. To change your plan, cancel it first. "
                "You keep your access until it ends."
            ),
        )


async def _open_checkout(
    context: Context, user_id: UUID, key: str, request: wire.CheckoutRequest, price: Price
) -> Checkout | None:
    """Return the user's open checkout, or create one. None if another request has just closed it."""
    open_checkout = select(Checkout).where(Checkout.user_id == user_id, Checkout.state == "open")
    async with context.database.transaction() as db:
        await _refuse_second_purchase(db, user_id, request.product_type, context.now)
        checkout = (await db.exec(open_checkout)).one_or_none()
        if checkout is None:
            created = Checkout(
                user_id=user_id,
                request_key=key,
                product_type=price.product_type,
                price_id=price.price_id,
                amount=price.amount,
                currency=price.currency,
                redirect_to=request.metadata.redirect_to,
                created_at=context.now,
            )
            await db.exec(insert_ignoring(db, Checkout).values(**created.model_dump()))
            checkout = (await db.exec(open_checkout)).one_or_none()
        return checkout


async def _checkout_session_of(
    context: Context, checkout: Checkout, key: str, request: wire.CheckoutRequest
) -> CheckoutSession | None:
    """Return the checkout session, creating it if the checkout is for this request; None otherwise."""
    if checkout.checkout_session_id is not None:
        return await context.provider.checkout_session(checkout.checkout_session_id)
    if checkout.request_key != key:
        return None
    customer_id = ""
    try:
        customer_id = await customers.ensure_customer(context, checkout.user_id, str(checkout.id))
        order = Order(
            checkout_id=str(checkout.id),
            customer_id=customer_id,
            price_id=checkout.price_id,
            currency=checkout.currency,
            recurring=checkout.product_type != LIFETIME,
            success_url=request.success_url,
            cancel_url=request.cancel_url,
            metadata=_metadata(request),
        )
        checkout_session = await context.provider.create_checkout_session(
            order, key=f"checkout-{checkout.id}"
        )
    except ProviderRefused as refusal:
        await _close(context, checkout)
        if isinstance(refusal, ProviderNotFound) and refusal.parameter == "customer":
            await customers.replace_customer(context, checkout.user_id, customer_id, str(checkout.id))
            return None
        if "price" in refusal.parameter:
            context.plans.expire()
            raise plan_cache.unavailable() from refusal
        raise
    except ProviderFailed:
        # Stripe would repeat this failure for the checkout's idempotency key for a day.
        await _close(context, checkout)
        raise
    if (checkout_session.amount, checkout_session.currency) != (checkout.amount, checkout.currency):
        # The price has got another amount at Stripe since it was read: the payment would be refused.
        await _close(context, checkout)
        await _expire_unseen(context, checkout_session)
        context.plans.expire()
        raise plan_cache.unavailable()
    await _store_checkout_session(context, checkout, checkout_session)
    return checkout_session


async def _store_checkout_session(
    context: Context, checkout: Checkout, checkout_session: CheckoutSession
) -> None:
    async with context.database.transaction() as db:
        updated = await db.exec(
            update(Checkout)
            .where(
                col(Checkout.id) == checkout.id,
                col(Checkout.state) == "open",
                or_(
                    col(Checkout.checkout_session_id).is_(None),
                    col(Checkout.checkout_session_id) == checkout_session.id,
                ),
            )
            .values(checkout_session_id=checkout_session.id)
            .returning(col(Checkout.id))
        )
        is_stored = updated.one_or_none() is not None
    if not is_stored:
        await _expire_unseen(context, checkout_session)
        raise Conflict("checkout_superseded", _("You started another payment. Continue with that one."))


async def _expire_unseen(context: Context, checkout_session: CheckoutSession) -> None:
    """Expire a checkout session whose URL nobody has received, so a failure does no harm."""
    with suppress(ProviderError):
        await context.provider.expire_checkout_session(checkout_session.id)


async def _expire(context: Context, checkout: Checkout, checkout_session: CheckoutSession) -> None:
    """Expire a checkout session; if it was paid just now, the next try finds it complete."""
    with suppress(ProviderRefused):
        await context.provider.expire_checkout_session(checkout_session.id)
        await _close(context, checkout)


async def _close(context: Context, checkout: Checkout) -> None:
    """Close a checkout, unless it has got a checkout session since it was read, which can be paid."""
    async with context.database.transaction() as db:
        await db.exec(
            update(Checkout)
            .where(
                col(Checkout.id) == checkout.id,
                col(Checkout.state) == "open",
                col(Checkout.checkout_session_id).is_not_distinct_from(checkout.checkout_session_id),
            )
            .values(state="closed")
        )


def _metadata(request: wire.CheckoutRequest) -> dict[str, str]:
    practice = request.practice_session_id or request.metadata.practice_session_id
    metadata = {
        "productType": request.product_type,
        "practiceSessionId": str(practice) if practice else "",
        "redirectTo": request.metadata.redirect_to or "",
    }
    return {name: value for name, value in metadata.items() if value}


def _request_key(request: wire.CheckoutRequest, price: Price) -> str:
    """Return a hash of all that Stripe is sent: requests with the same key share a checkout session."""
    sent = [price.price_id, price.amount, price.currency, request.model_dump(mode="json")]
    return hashlib.sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()


def _is_own_url(url: str, origins: list[str]) -> bool:
    origin = next((known for known in origins if url[: len(known)].lower() == known), None)
    return origin is not None and is_own_path(url[len(origin) :] or "/")
