"""Starts of exams by mailbox. They outlive accounts, so another account of the same person waits as long.

Only a keyed hash of the mailbox is stored, and only for as long as it can delay a start.
"""

import hashlib
import hmac
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.exams import YEAR, retake_at
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, ExamStart, Retake
from webdev_certs.server.services.shared.cleaning import delete_old
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import mailbox
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.settings import Settings

_Starts = dict[UUID, tuple[str, datetime]]
"""Attempt → its technology and its start."""


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
    # Without a query if the request has loaded the account.
    user = await context.db.get_one(User, user_id)
    return (await retake_dates_of(context, [user]))[user_id]


async def retake_dates_of(context: Context, users: Sequence[User]) -> Mapping[UUID, RetakeDates]:
    """Return the retake dates of several people, by account, with three queries."""
    emails = {user.id: user.email for user in users}
    hashes = {_email_hash(context, email): email for email in emails.values()}
    query = select(Retake.email_hash, Retake.technology, Retake.retake_at).where(
        col(Retake.email_hash).in_(hashes)
    )
    starts = await _starts(context, emails)
    former = defaultdict[str, dict[str, datetime]](dict)
    for email_hash, technology, date in (await context.db.exec(query)).all():
        former[hashes[email_hash]][technology] = date
    return {
        user_id: _dates(context.settings, (own | others).values(), former[emails[user_id]])
        for user_id, (own, others) in starts.items()
    }


def _dates(
    settings: Settings, started: Iterable[tuple[str, datetime]], former: Mapping[str, datetime]
) -> RetakeDates:
    """Return the retake dates that follow from starts, and from what deleted accounts left behind."""
    starts = defaultdict[str, list[datetime]](list)
    for technology, started_at in started:
        starts[technology].append(started_at)

    def date(technology: str, until: datetime | None = None) -> datetime | None:
        counted = sorted(start for start in starts[technology] if until is None or start <= until)
        earlier = former.get(technology) if until is None else None
        if not counted:
            return earlier
        own = retake_at(counted, settings.retake_days, settings.attempts_a_year)
        return max(own, earlier) if earlier else own

    return date


async def early_starts(context: Context, attempts: Sequence[Attempt]) -> set[UUID]:
    """Return which attempts of one person should not have started yet, because of another account's start.

    Such a start is refused when both accounts have the mailbox already. It is found later if
    the accounts got the same mailbox since, or started at the same time.

    Args:
        context: The request's context.
        attempts: Attempts of one account.
    """
    if not attempts:
        return set()
    user_id = attempts[0].user_id
    email = (await context.db.exec(select(User.email).where(User.id == user_id))).one()
    own, others = (await _starts(context, {user_id: email}))[user_id]
    settings = context.settings

    def before(attempt: Attempt, starts: _Starts) -> list[datetime]:
        return sorted(
            started_at
            for other, (technology, started_at) in starts.items()
            if other != attempt.id and technology == attempt.technology and started_at <= attempt.started_at
        )

    def is_early(attempt: Attempt) -> bool:
        all_before = before(attempt, own | others)
        # Without another account's start nothing was evaded.
        return bool(before(attempt, others)) and attempt.started_at < retake_at(
            all_before, settings.retake_days, settings.attempts_a_year
        )

    return {attempt.id for attempt in attempts if is_early(attempt)}


async def _starts(context: Context, emails: Mapping[UUID, str]) -> Mapping[UUID, tuple[_Starts, _Starts]]:
    """Return the starts of each account, and those of other accounts with its mailbox.

    Args:
        context: The context with a transaction.
        emails: Account → its email.
    """
    own = select(Attempt.user_id, Attempt.id, Attempt.technology, Attempt.started_at).where(
        col(Attempt.user_id).in_(emails)
    )
    hashes = {user_id: _hash(context, email) for user_id, email in emails.items()}
    noted = select(
        ExamStart.mailbox_hash, ExamStart.attempt_id, ExamStart.technology, ExamStart.started_at
    ).where(col(ExamStart.mailbox_hash).in_(set(hashes.values())))
    # Own attempts are read too: those before `ExamStart` are not noted.
    starts = defaultdict[UUID, _Starts](dict)
    for user_id, attempt, technology, started_at in (await context.db.exec(own)).all():
        starts[user_id][attempt] = (technology, started_at)
    marked = defaultdict[str, _Starts](dict)
    for mailbox_hash, attempt, technology, started_at in (await context.db.exec(noted)).all():
        marked[mailbox_hash][attempt] = (technology, started_at)
    return {
        user_id: (
            starts[user_id],
            {attempt: start for attempt, start in marked[key].items() if attempt not in starts[user_id]},
        )
        for user_id, key in hashes.items()
    }


async def remove_old_starts(database: Database, now: datetime) -> None:
    """Delete the starts that delay nobody any more."""
    await delete_old(database, col(ExamStart.attempt_id), col(ExamStart.started_at) < now - YEAR)


def _hash(context: Context, email: str) -> str:
    return _keyed(context, "mailboxes", mailbox(email))


def _email_hash(context: Context, email: str) -> str:
    return _keyed(context, "retakes", email)


def _keyed(context: Context, purpose: str, text: str) -> str:
    return hmac.digest(context.signing_key.derive(purpose), text.encode(), hashlib.sha256).hex()
