"""Starts of exams by mailbox. They outlive accounts, so another account of the same person waits as long.

Only a keyed hash of the mailbox is stored, and only for as long as it can delay a start.
"""

import hashlib
import hmac
from collections import defaultdict
from datetime import datetime
from typing import Protocol
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.exams import YEAR, retake_at
from webdev_certs.server.domain.mailboxes import mailbox
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, ExamStart, Retake
from webdev_certs.server.services.shared.cleaning import delete_old
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring


async def record_starts(context: Context, user_id: UUID, email: str) -> None:
    """Note the starts of an account for its mailbox: at each start, and before its email goes.

    Args:
        context: The request's context.
        user_id: The account.
        email: Its email so far, normalized.
    """
    query = select(Attempt.id, Attempt.technology, Attempt.started_at).where(
        Attempt.user_id == user_id, Attempt.started_at > context.now - YEAR
    )
    key = _hash(context, email)
    rows = [
        {"attempt_id": attempt, "mailbox_hash": key, "technology": technology, "started_at": started_at}
        for attempt, technology, started_at in (await context.db.exec(query)).all()
    ]
    if rows:
        await context.db.exec(insert_ignoring(context.db, ExamStart), params=rows)


class RetakeDates(Protocol):
    """Says when a person may start a test again; None if they have not started it.

    With `until` only starts up to then count.
    """

    def __call__(self, technology: str, until: datetime | None = None) -> datetime | None: ...


async def retake_dates(context: Context, user_id: UUID) -> RetakeDates:
    """Return the retake dates of a person: the starts of all accounts with their mailbox count."""
    email = (await context.db.exec(select(User.email).where(User.id == user_id))).one()
    keys = [_hash(context, email), _email_hash(context, email)]
    own = select(Attempt.id, Attempt.technology, Attempt.started_at).where(Attempt.user_id == user_id)
    noted = select(ExamStart.attempt_id, ExamStart.technology, ExamStart.started_at).where(
        ExamStart.mailbox_hash == keys[0]
    )
    # Own attempts are read too: those before `ExamStart` are not noted.
    found = {row[0]: row for query in (own, noted) for row in (await context.db.exec(query)).all()}
    starts = defaultdict[str, list[datetime]](list)
    for _attempt, technology, started_at in found.values():
        starts[technology].append(started_at)
    former = select(Retake.technology, Retake.retake_at).where(Retake.email_hash == keys[1])
    dates: dict[str, datetime] = dict((await context.db.exec(former)).all())
    settings = context.settings

    def date(technology: str, until: datetime | None = None) -> datetime | None:
        counted = sorted(start for start in starts[technology] if until is None or start <= until)
        former = dates.get(technology) if until is None else None
        if not counted:
            return former
        own = retake_at(counted, settings.retake_days, settings.attempts_a_year)
        return max(own, former) if former else own

    return date


async def remove_old_starts(database: Database, now: datetime) -> None:
    """Delete the starts that delay nobody any more."""
    await delete_old(database, col(ExamStart.attempt_id), col(ExamStart.started_at) < now - YEAR)


def _hash(context: Context, email: str) -> str:
    return _keyed(context, "mailboxes", mailbox(email))


def _email_hash(context: Context, email: str) -> str:
    return _keyed(context, "retakes", email)


def _keyed(context: Context, purpose: str, text: str) -> str:
    return hmac.digest(context.signing_key.derive(purpose), text.encode(), hashlib.sha256).hex()
