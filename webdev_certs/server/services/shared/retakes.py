"""Retake dates by email. They outlive an account, so deleting it and registering again does not reset them.

Only a keyed hash of the email is stored, and only until the date.
"""

import hashlib
import hmac
from datetime import datetime
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, delete, select, update

from webdev_certs.server.domain.exams import retake_at
from webdev_certs.server.models.exams import Attempt, Retake
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring


async def remember_retakes(context: Context, user_id: UUID, email: str) -> None:
    """Keep the retake dates of an account for its email, which is about to be deleted or changed.

    Args:
        context: The request's context.
        user_id: The account.
        email: Its email so far, normalized.
    """
    await context.db.exec(delete(Retake).where(col(Retake.retake_at) <= context.now))
    ends = func.max(func.coalesce(col(Attempt.submitted_at), context.now))
    latest = (
        select(Attempt.technology, ends).where(Attempt.user_id == user_id).group_by(col(Attempt.technology))
    )
    key = _hash(context, email)
    for technology, ended_at in (await context.db.exec(latest)).all():
        date = retake_at(ended_at, context.settings.retake_days)
        if date <= context.now:
            continue
        row = insert_ignoring(context.db, Retake)
        await context.db.exec(row.values(email_hash=key, technology=technology, retake_at=date))
        await context.db.exec(
            update(Retake)
            .where(
                col(Retake.email_hash) == key,
                col(Retake.technology) == technology,
                col(Retake.retake_at) < date,
            )
            .values(retake_at=date)
            .execution_options(synchronize_session=False)
        )


async def remembered_retake(context: Context, email: str, technology: str) -> datetime | None:
    """Return the retake date that an earlier account with this email left; None if it has passed."""
    query = select(Retake.retake_at).where(
        Retake.email_hash == _hash(context, email),
        Retake.technology == technology,
        Retake.retake_at > context.now,
    )
    return (await context.db.exec(query)).one_or_none()


def _hash(context: Context, email: str) -> str:
    return hmac.digest(context.signing_key.derive("retakes"), email.encode(), hashlib.sha256).hex()
