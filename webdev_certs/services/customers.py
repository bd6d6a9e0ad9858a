"""People as the provider's customers."""

import hashlib
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.server.domain.errors import Unauthenticated
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.payments import Customer
from webdev_certs.server.services.inserts import insert_ignoring
from webdev_certs.server.services.payments.context import PaymentDesk


async def ensure(desk: PaymentDesk, user_id: UUID, checkout_id: str) -> str:
    """The person's customer id; makes them a customer, for this checkout, if they are none.

    Raises:
        Unauthenticated: `session_ended`: the account is gone.
        ProviderError: they could not be made one.
    """
    async with desk.transaction() as session:
        known = await session.get(Customer, user_id)
        user = await session.get(User, user_id)
    if known:
        return known.customer_id
    if user is None:
        raise Unauthenticated("session_ended", "Your session has ended. Sign in again.")
    made = await _make(desk, user, checkout_id)
    async with desk.transaction() as session:
        values = {"user_id": user_id, "customer_id": made, "asked": 0, "applied": 0, "created_at": desk.now()}
        await session.exec(insert_ignoring(session, Customer).values(**values))
        stored = await session.exec(select(Customer.customer_id).where(Customer.user_id == user_id))
        return stored.one()


async def replace(desk: PaymentDesk, user_id: UUID, lost: str, checkout_id: str) -> None:
    """Makes the person a customer anew: the provider has no such customer (any more).

    Raises:
        ProviderError: they could not be made one.
    """
    async with desk.transaction() as session:
        user = await session.get_one(User, user_id)
    made = await _make(desk, user, checkout_id, lost)
    async with desk.transaction() as session:
        await session.exec(
            update(Customer)
            .where(col(Customer.user_id) == user_id, col(Customer.customer_id) == lost)
            .values(customer_id=made)
        )


async def _make(desk: PaymentDesk, user: User, checkout_id: str, lost: str = "") -> str:
    # Whatever makes this another request than one whose answer was lost is in its idempotency key. With the
    # checkout, because the provider keeps a failure as the answer to its key for a day.
    digest = hashlib.sha256(f"{user.full_name}\n{user.email}\n{lost}\n{checkout_id}".encode()).hexdigest()[
        :16
    ]
    return await desk.provider.create_customer(
        name=user.full_name, email=user.email, user_id=str(user.id), key=f"customer-{user.id}-{digest}"
    )


async def find_user(desk: PaymentDesk, customer_id: str | None) -> UUID | None:
    """Whose customer id it is, or None."""
    async with desk.transaction() as session:
        found = await session.exec(select(Customer.user_id).where(Customer.customer_id == customer_id))
        return found.one_or_none()
