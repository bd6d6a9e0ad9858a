"""Remember mails that become due; `services.reminders` queues them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal
from uuid import UUID

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.mail import Reminder
from webdev_certs.server.services.shared.inserts import insert_ignoring, upsert

ReminderKind = Literal["expiry", "retake", "practice"]


async def remind(db: AsyncSession, user_id: UUID, kind: ReminderKind, about: UUID, due_at: datetime) -> None:
    """Remind a user at a time, which replaces the time of a reminder about the same.

    Args:
        db: The transaction.
        user_id: The user.
        kind: What the reminder says.
        about: The attempt; for `practice` the user.
        due_at: When.
    """
    await remind_all(db, kind, {(user_id, about): due_at})


async def remind_all(
    db: AsyncSession, kind: ReminderKind, dates: Mapping[tuple[UUID, UUID], datetime]
) -> None:
    """As `remind`, many users with one statement.

    Args:
        db: The transaction.
        kind: What the reminders say.
        dates: The user and what it is about → when.
    """
    rows = [
        {"user_id": user_id, "kind": kind, "about": about, "due_at": due_at}
        for (user_id, about), due_at in dates.items()
    ]
    await upsert(db, Reminder, ("user_id", "kind", "about"), rows)


async def remind_unless_planned(
    db: AsyncSession, user_id: UUID, kind: ReminderKind, about: UUID, due_at: datetime
) -> None:
    """Remind a user at a time; a reminder about the same keeps its time."""
    row = insert_ignoring(db, Reminder)
    await db.exec(row.values(user_id=user_id, kind=kind, about=about, due_at=due_at))
