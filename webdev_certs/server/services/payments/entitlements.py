"""Paid access: who has it, and giving and taking it."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import or_
from sqlmodel import col, delete, select

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import Conflict, PaymentRequired
from webdev_certs.server.domain.payments import LIFETIME
from webdev_certs.server.models.payments import Entitlement
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.shared.translation import _

SUBSCRIPTION = "subscription"
PAID_SOURCES = (LIFETIME, SUBSCRIPTION)
"""Sources of access that was paid for. All other sources are grants by the site's operators."""


async def has_paid(db: AsyncSession, user_id: UUID, now: datetime) -> bool:
    """Return whether the user has paid access now."""
    return bool(await access_sources(db, user_id, now))


async def require_pro(context: Context, user_id: UUID, words: str) -> None:
    """Refuse users without Pro.

    Args:
        words: What to tell them.

    Raises:
        PaymentRequired: `payment_required`.
    """
    if not await has_paid(context.db, user_id, context.now):
        raise PaymentRequired("payment_required", words)


async def access_sources(db: AsyncSession, user_id: UUID, now: datetime) -> set[str]:
    """Return the sources of the user's paid access now, e.g. `{"lifetime"}`."""
    found = await db.exec(
        select(Entitlement.source).where(
            Entitlement.user_id == user_id,
            or_(col(Entitlement.until).is_(None), col(Entitlement.until) > now),
        )
    )
    return set(found.all())


def already_paid() -> Conflict:
    """Return the error for a payment by a user with lifetime access."""
    return Conflict("already_paid", _("You already have lifetime access. You don’t need to pay again."))


async def grant(db: AsyncSession, user_id: UUID, source: str, now: datetime) -> None:
    """Give access without payment. Granting it again keeps the first date."""
    row = insert_ignoring(db, Entitlement).values(user_id=user_id, source=source, granted_at=now)
    await db.exec(row)


async def revoke(db: AsyncSession, user_id: UUID) -> None:
    """Take back granted access. Access that was paid for stays."""
    await db.exec(
        delete(Entitlement).where(
            col(Entitlement.user_id) == user_id, col(Entitlement.source).not_in(PAID_SOURCES)
        )
    )


async def set_paid_access(
    db: AsyncSession,
    user_id: UUID,
    source: str,
    now: datetime,
    *,
    is_paid: bool,
    until: datetime | None = None,
) -> None:
    """Give or take access from one paid source.

    Args:
        db: The transaction.
        user_id: The user.
        source: One of `PAID_SOURCES`.
        now: The current time.
        is_paid: Whether the source gives access.
        until: When that access ends; None for never.
    """
    row = await db.get(Entitlement, (user_id, source))
    if row is None and is_paid:
        db.add(Entitlement(user_id=user_id, source=source, granted_at=now, until=until))
    elif row is not None and is_paid:
        row.until = until
    elif row is not None:
        await db.delete(row)
