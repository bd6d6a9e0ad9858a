"""Beginning to pay: one open checkout a person, whatever they click."""

import hashlib
import json
import logging
from contextlib import suppress
from uuid import UUID

from sqlalchemy import or_
from sqlmodel import col, select, update

from webdev_certs.server.domain.errors import Conflict, Unavailable
from webdev_certs.server.domain.payments import Price, Session
from webdev_certs.server.gateways.payments import (
    Order,
    ProviderError,
    ProviderFailed,
    ProviderMissing,
    ProviderRefused,
)
from webdev_certs.server.models.payments import Checkout
from webdev_certs.schemas.payments import CheckoutRequest, CheckoutSession
from webdev_certs.server.services import customers, plans
from webdev_certs.server.services.checkout_rules import check_addresses, refuse_second_purchase
from webdev_certs.server.services.inserts import insert_ignoring
from webdev_certs.server.services.payments.context import PaymentDesk, asking
from webdev_certs.server.services.settlement import settle

log = logging.getLogger(__name__)

FAILED = "Failed to create checkout session"
# Each round clears away one thing that stood in the way: a session that has run out, one for another plan, …
_ROUNDS = 5


async def create_session(desk: PaymentDesk, user_id: UUID, wanted: CheckoutRequest) -> CheckoutSession:
    """A session to pay in: for the same request the one that is open, else a new one.

    An open session for another request is ended first, so that nobody can pay both.

    Raises:
        InvalidInput: `foreign_url`, `invalid_path`: an address that is not our own.
        Conflict: `already_paid`, `subscription_active`, `payment_pending`: there is nothing to pay (yet);
            `plan_unavailable`; `checkout_superseded`: another was begun at the same moment.
        Unavailable: `checkout_failed` or `payments_not_configured`; the next attempt does no harm.
    """
    check_addresses(desk.settings, wanted)
    with asking("checkout_failed", FAILED):
        price = await desk.plans.find(desk.provider, wanted.product_type)
        key = _request_key(wanted, price)
        for _ in range(_ROUNDS):
            checkout = await _open_checkout(desk, user_id, key, wanted, price)
            if checkout is None:
                continue
            session = await _session_of(desk, checkout, key, wanted)
            if session is None or session.status == "expired":
                await _close(desk, checkout)
            elif session.status == "complete":
                await settle(desk, user_id)
                if not (session.paid or session.failed):
                    raise Conflict("payment_pending", "Your last payment is still on its way. Wait for it.")
            elif checkout.request_key != key:
                await _end(desk, checkout, session)
            elif session.url:
                return CheckoutSession(session_id=session.session_id, url=session.url)
    raise Unavailable("checkout_failed", FAILED)


async def _open_checkout(
    desk: PaymentDesk, user_id: UUID, key: str, wanted: CheckoutRequest, price: Price
) -> Checkout | None:
    """The person's open checkout, a new one if there is none; None if it was closed at this very moment."""
    open_one = select(Checkout).where(Checkout.user_id == user_id, Checkout.state == "open")
    async with desk.transaction() as session:
        await refuse_second_purchase(session, user_id, wanted.product_type, desk.now())
        checkout = (await session.exec(open_one)).one_or_none()
        if checkout is None:
            made = Checkout(
                user_id=user_id,
                request_key=key,
                product_type=price.product_type,
                price_id=price.price_id,
                amount=price.amount,
                currency=price.currency,
                redirect_to=wanted.metadata.redirect_to,
                created_at=desk.now(),
            )
            await session.exec(insert_ignoring(session, Checkout).values(**made.model_dump()))
            checkout = (await session.exec(open_one)).one_or_none()
        return checkout


async def _session_of(
    desk: PaymentDesk, checkout: Checkout, key: str, wanted: CheckoutRequest
) -> Session | None:
    """The provider's session of a checkout; None if it has none, and is to have none."""
    if checkout.session_id is not None:
        return await desk.provider.session(checkout.session_id)
    if checkout.request_key != key:
        return None
    customer_id = ""
    try:
        customer_id = await customers.ensure(desk, checkout.user_id, str(checkout.id))
        order = Order(
            checkout_id=str(checkout.id),
            customer_id=customer_id,
            price_id=checkout.price_id,
            recurring=checkout.product_type != "lifetime",
            success_url=wanted.success_url,
            cancel_url=wanted.cancel_url,
            metadata=_metadata(wanted),
        )
        session = await desk.provider.create_session(order, key=f"checkout-{checkout.id}")
    except ProviderRefused as refusal:
        await _close(desk, checkout)
        if isinstance(refusal, ProviderMissing) and refusal.parameter == "customer":
            await customers.replace(desk, checkout.user_id, customer_id, str(checkout.id))
            return None
        if "price" in refusal.parameter:
            desk.plans.forget()
            raise plans.unavailable() from refusal
        raise
    except ProviderFailed:
        # The same key would bring the same answer again for a day.
        await _close(desk, checkout)
        raise
    await _note_session(desk, checkout, session)
    return session


async def _note_session(desk: PaymentDesk, checkout: Checkout, made: Session) -> None:
    async with desk.transaction() as session:
        noted = await session.exec(
            update(Checkout)
            .where(
                col(Checkout.id) == checkout.id,
                col(Checkout.state) == "open",
                or_(col(Checkout.session_id).is_(None), col(Checkout.session_id) == made.session_id),
            )
            .values(session_id=made.session_id)
            .returning(col(Checkout.id))
        )
        is_noted = noted.one_or_none() is not None
    if not is_noted:
        # Nobody has been given its address, so that it does no harm if this fails.
        with suppress(ProviderError):
            await desk.provider.expire_session(made.session_id)
        raise Conflict("checkout_superseded", "You began another payment in the meantime. Go on with that.")


async def _end(desk: PaymentDesk, checkout: Checkout, session: Session) -> None:
    """Ends an open session for good; one that was paid just now stays, and the next round sees that."""
    with suppress(ProviderRefused):
        await desk.provider.expire_session(session.session_id)
        await _close(desk, checkout)


async def _close(desk: PaymentDesk, checkout: Checkout) -> None:
    """Closes a checkout as it was seen; one that got its session since then can be paid, and stays open."""
    async with desk.transaction() as session:
        await session.exec(
            update(Checkout)
            .where(
                col(Checkout.id) == checkout.id,
                col(Checkout.state) == "open",
                col(Checkout.session_id).is_not_distinct_from(checkout.session_id),
            )
            .values(state="closed")
        )


def _metadata(wanted: CheckoutRequest) -> dict[str, str]:
    practice = wanted.practice_session_id or wanted.metadata.practice_session_id
    metadata = {
        "productType": wanted.product_type,
        "practiceSessionId": str(practice) if practice else "",
        "redirectTo": wanted.metadata.redirect_to or "",
    }
    return {name: value for name, value in metadata.items() if value}


def _request_key(wanted: CheckoutRequest, price: Price) -> str:
    """What makes two requests the same: all that the provider is told."""
    told = [price.price_id, price.amount, price.currency, wanted.model_dump(mode="json")]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
