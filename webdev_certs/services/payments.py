"""Who has paid access."""

from datetime import datetime
from uuid import UUID

from sqlmodel import col, delete

from webdev_certs.models.database import AsyncSession
from webdev_certs.models.payments import Entitlement
from webdev_certs.services.inserts import insert_ignoring


async def has_paid(session: AsyncSession, user_id: UUID) -> bool:
    """Whether the person has paid access."""
    return await session.get(Entitlement, user_id) is not None


async def grant(session: AsyncSession, user_id: UUID, source: str, now: datetime) -> None:
    """Gives paid access; whoever has it keeps the source and the date they have, whatever happens at once."""
    row = insert_ignoring(session, Entitlement).values(user_id=user_id, source=source, granted_at=now)
    await session.exec(row)


async def revoke(session: AsyncSession, user_id: UUID) -> None:
    """Takes paid access away, if there is any."""
    await session.exec(delete(Entitlement).where(col(Entitlement.user_id) == user_id))
