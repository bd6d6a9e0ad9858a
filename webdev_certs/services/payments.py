"""Who has paid access."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import or_
from sqlmodel import col, delete, select

from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.payments import LIFETIME
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.payments import Entitlement
from webdev_certs.server.services.inserts import insert_ignoring

SUBSCRIPTION = "subscription"
PAID_SOURCES = (LIFETIME, SUBSCRIPTION)
"""What follows payment; whatever else gives access was granted by somebody."""


async def has_paid(session: AsyncSession, user_id: UUID, now: datetime) -> bool:
    """Whether the person has paid access at this moment."""
    return bool(await sources(session, user_id, now))


async def sources(session: AsyncSession, user_id: UUID, now: datetime) -> set[str]:
    """The reasons for which the person has paid access at this moment."""
    found = await session.exec(
        select(Entitlement.source).where(
            Entitlement.user_id == user_id,
            or_(col(Entitlement.until).is_(None), col(Entitlement.until) > now),
        )
    )
    return set(found.all())


def already_paid() -> Conflict:
    """The refusal of a payment by someone who has access for good."""
    return Conflict("already_paid", "You have lifetime access. There is nothing more to pay.")


async def grant(session: AsyncSession, user_id: UUID, source: str, now: datetime) -> None:
    """Gives access without payment; whoever has it from there keeps its date, whatever happens at once."""
    row = insert_ignoring(session, Entitlement).values(user_id=user_id, source=source, granted_at=now)
    await session.exec(row)


async def revoke(session: AsyncSession, user_id: UUID) -> None:
    """Takes back what was granted, if anything; what was paid for stays."""
    await session.exec(
        delete(Entitlement).where(
            col(Entitlement.user_id) == user_id, col(Entitlement.source).not_in(PAID_SOURCES)
        )
    )


async def follow(
    session: AsyncSession, user_id: UUID, source: str, until: datetime | None, *, gives: bool, now: datetime
) -> None:
    """Makes access by payment what the payments say.

    Args:
        session: the transaction.
        user_id: whose access it is.
        source: one of `PAID_SOURCES`.
        until: when it ends; None for never.
        gives: whether there is any.
        now: the present.
    """
    row = await session.get(Entitlement, (user_id, source))
    if row is None and gives:
        session.add(Entitlement(user_id=user_id, source=source, granted_at=now, until=until))
    elif row is not None and gives:
        row.until = until
    elif row is not None:
        await session.delete(row)
