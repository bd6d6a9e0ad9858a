"""Users as Stripe customers."""

import hashlib
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.server.domain.errors import Unauthenticated
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.payments import Customer
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.shared.translation import _


async def ensure_customer(context: Context, user_id: UUID, checkout_id: str) -> str:
    """Return the user's customer id. Create the customer at Stripe if there is none.

    Args:
        context: The request context.
        user_id: The user.
        checkout_id: The checkout that needs the customer; part of the idempotency key.

    Raises:
        Unauthenticated: `session_ended`: the account was deleted.
        ProviderError: Stripe did not create the customer.
    """
    async with context.database.transaction() as db:
        known = await db.get(Customer, user_id)
        user = await db.get(User, user_id)
    if known:
        return known.customer_id
    if user is None:
        raise Unauthenticated("session_ended", _("You’ve been signed out. Sign in again."))
    customer_id = await _create(context, user, checkout_id)
    async with context.database.transaction() as db:
        await db.exec(
            insert_ignoring(db, Customer).values(
                user_id=user_id,
                customer_id=customer_id,
                last_sync=0,
                applied_sync=0,
                created_at=context.now,
            )
        )
        # Another request may have been first.
        stored = await db.exec(select(Customer.customer_id).where(Customer.user_id == user_id))
        return stored.one()


async def replace_customer(context: Context, user_id: UUID, lost_id: str, checkout_id: str) -> None:
    """Create the user's customer again, because Stripe no longer has the customer `lost_id`.

    Raises:
        ProviderError: Stripe did not create the customer.
    """
    async with context.database.transaction() as db:
        user = await db.get_one(User, user_id)
    customer_id = await _create(context, user, checkout_id, lost_id)
    async with context.database.transaction() as db:
        await db.exec(
            update(Customer)
            .where(col(Customer.user_id) == user_id, col(Customer.customer_id) == lost_id)
            .values(customer_id=customer_id)
        )


async def find_user(context: Context, customer_id: str | None) -> UUID | None:
    """Return the id of the user who is this customer; None for an unknown customer."""
    async with context.database.transaction() as db:
        found = await db.exec(select(Customer.user_id).where(Customer.customer_id == customer_id))
        return found.one_or_none()


async def _create(context: Context, user: User, checkout_id: str, lost_id: str = "") -> str:
    # The idempotency key covers everything that is sent, because Stripe refuses a key that comes with other
    # values. It also covers the checkout, because Stripe repeats a failure for the same key for a day.
    sent = f"{user.full_name}\n{user.email}\n{lost_id}\n{checkout_id}"
    digest = hashlib.sha256(sent.encode()).hexdigest()[:16]
    return await context.provider.create_customer(
        name=user.full_name, email=user.email, user_id=str(user.id), key=f"customer-{user.id}-{digest}"
    )
