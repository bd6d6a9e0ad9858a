"""Writing the operators' log."""

from datetime import datetime

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.audit import AuditEntry

_MAX_OPERATOR = 80


async def record(
    db: AsyncSession, operator: str, action: str, subject: object, now: datetime, reason: str | None = None
) -> None:
    """Record a command of an operator, in the same transaction as its changes.

    Args:
        db: The transaction.
        operator: Who ran the command.
        action: The command, e.g. `users block`.
        subject: The id of the user or the number of the certificate that it is about.
        now: The current time.
        reason: Why, in the operator's words.
    """
    db.add(
        AuditEntry(
            at=now, operator=operator[:_MAX_OPERATOR], action=action, subject=str(subject), reason=reason
        )
    )
    await db.flush()
