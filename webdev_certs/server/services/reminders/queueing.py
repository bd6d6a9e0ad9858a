"""Queue the mails that have become due, and withdraw those that have become wrong while they waited.

They remind of certificates that expire, two months and a week before, of tests that can be taken again, on
the day when the wait ends, and of the weekly plan (`practice`).

A reminder is deleted in the transaction that queues its mail. So each mail is queued exactly once, however
many processes look for due ones, and whenever one of them is killed. Mails wait, for example, while the mail
server is down.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias
from uuid import UUID

from sqlalchemy import ColumnElement, exists, or_, tuple_
from sqlalchemy.orm import aliased
from sqlmodel import col, delete, select

from webdev_certs.server.domain.mail import EXPIRY_REMINDERS
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.exams import Attempt, ExamStart
from webdev_certs.server.models.mail import OutboxMail, Reminder
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.mail.choices import can_get, queue_for
from webdev_certs.server.services.reminders.practice import prepare_due_plans, queue_practice
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.reminders import ReminderKind, remind, remind_all
from webdev_certs.server.services.shared.retakes import retake_dates_of

log = logging.getLogger(__name__)

RETRY_AFTER = timedelta(hours=1)
"""How long after the mail of a reminder could not be written to try it again."""
_AT_ONCE = 50

Queueing: TypeAlias = Callable[[Context, Sequence[Reminder]], Awaitable[None]]
"""Queues the mails of due reminders of one kind that are still right, and plans the next reminders."""
_NEWS = timedelta(days=7)
"""How long after the end of a wait it is still mailed, for example because no process ran on that day."""


async def queue_due(context: Context) -> None:
    """Queue everything that is due now.

    Args:
        context: The context without a transaction.
    """
    kind, user_id = col(Reminder.kind), col(Reminder.user_id)
    at_once: Mapping[ReminderKind, Queueing] = {"expiry": _queue_expiry, "retake": _queue_retakes}
    while await _queue_some(context, at_once, kind.in_(at_once)):
        pass
    while plans := await prepare_due_plans(context, _AT_ONCE):
        queueing = partial(queue_practice, plans=plans)
        if not await _queue_some(context, {"practice": queueing}, (kind == "practice") & user_id.in_(plans)):
            # Another process is taking them.
            break


async def _queue_some(
    context: Context, queueings: Mapping[ReminderKind, Queueing], wanted: ColumnElement[bool]
) -> bool:
    """Queue the mails of some due reminders, the longest due first; return whether there were any.

    Args:
        context: The context without a transaction.
        queueings: What queues the mails of each kind.
        wanted: The condition on `Reminder` that it is of these kinds, and what else limits them.
    """
    async with context.transaction() as transaction:
        due = await _take(transaction, wanted)
        for kind, queueing in queueings.items():
            of_kind = [reminder for reminder in due if reminder.kind == kind]
            if of_kind and not await _try_to_queue(transaction, queueing, of_kind):
                await _queue_each(transaction, kind, queueing, of_kind)
    return bool(due)


async def _queue_each(
    context: Context, kind: ReminderKind, queueing: Queueing, due: Sequence[Reminder]
) -> None:
    """Queue the mails of reminders one by one, and put off those whose mail cannot be written."""
    for reminder in due:
        if not await _try_to_queue(context, queueing, [reminder]):
            later = context.now + RETRY_AFTER
            await remind(context.db, reminder.user_id, kind, reminder.about, later)


async def _try_to_queue(context: Context, queueing: Queueing, due: Sequence[Reminder]) -> bool:
    """Queue the mails of some reminders, or none and return False if one of them cannot be written."""
    try:
        async with context.db.begin_nested():
            await queueing(context, due)
    except Exception:
        # If the database is away, the next statement fails too, and the reminders stay. The traceback holds
        # no personal data (`database.engine`).
        log.exception("The mails of %d reminders (%s) could not be written", len(due), due[0].kind)
        return False
    return True


async def _take(context: Context, wanted: ColumnElement[bool]) -> Sequence[Reminder]:
    """Delete some of the wanted due reminders and return them.

    PostgreSQL skips those that another process is taking.
    """
    key = (col(Reminder.user_id), col(Reminder.kind), col(Reminder.about))
    is_due = col(Reminder.due_at) <= context.now
    due = select(*key).where(is_due, wanted).order_by(col(Reminder.due_at)).limit(_AT_ONCE)
    taken = (
        delete(Reminder)
        .where(tuple_(*key).in_(due.with_for_update(skip_locked=True)), is_due)
        .returning(Reminder)
        .execution_options(synchronize_session=False)
    )
    rows = (await context.db.exec(taken)).scalars().all()
    # The rows are gone, so the session must not write them again.
    context.db.expunge_all()
    return rows


async def withdraw_wrong(context: Context) -> None:
    """Delete waiting mails that can be switched off and should no longer be sent.

    Those are mails to an email that the user no longer has or has not confirmed, mails about certificates
    that were revoked, suspended or renewed, and mails about retakes that were taken. Mails of deleted
    accounts go with the account.

    Args:
        context: The context without a transaction.
    """
    is_recipient = exists().where(
        col(User.id) == col(OutboxMail.user_id),
        col(User.email) == col(OutboxMail.recipient),
        col(User.email_confirmed_at).is_not(None),
        col(User.blocked_at).is_(None),
    )
    has_certificate = exists().where(
        col(Certificate.attempt_id) == col(OutboxMail.about),
        col(Certificate.suspended_at).is_(None),
        _certificate_stands(),
    )
    is_taken = exists().where(col(Attempt.id) == col(OutboxMail.about), _is_passed_or_retaken())
    statement = (
        delete(OutboxMail)
        .where(
            col(OutboxMail.next_try_at).is_not(None),
            col(OutboxMail.user_id).is_not(None),
            or_(
                ~is_recipient,
                col(OutboxMail.kind).in_(("passed", "expiry")) & ~has_certificate,
                (col(OutboxMail.kind) == "retake") & is_taken,
            ),
        )
        .execution_options(synchronize_session=False)
    )
    async with context.transaction() as transaction:
        await transaction.db.exec(statement)


async def _queue_expiry(context: Context, reminders: Sequence[Reminder]) -> None:
    """Queue mails about valid certificates that nothing newer replaces, and plan the next reminders.

    A reminder that was due while no process ran says how many days are left now.
    """
    query = (
        select(Certificate, User, can_get("expiry") & col(Certificate.suspended_at).is_(None))
        .join(User, col(User.id) == col(Certificate.user_id))
        .where(
            col(Certificate.attempt_id).in_([reminder.about for reminder in reminders]),
            col(Certificate.expires_at) > context.now,
            _certificate_stands(),
        )
    )
    for certificate, user, is_wanted in (await context.db.exec(query)).all():
        left = certificate.expires_at - context.now
        attempt_id = certificate.attempt_id
        assert attempt_id is not None
        if is_wanted:
            names = technology_names(context.bank, certificate.technology)
            await queue_for(
                context,
                user,
                "expiry",
                "certificate_expires",
                attempt_id,
                title=certificate.title,
                name=names.name,
                technology=certificate.technology,
                number=certificate.number,
                expires_at=certificate.expires_at,
                days=max(1, round(left.total_seconds() / 86_400)),
            )
        following = next((before for before in EXPIRY_REMINDERS if before < left), None)
        if following:
            await remind(context.db, user.id, "expiry", attempt_id, certificate.expires_at - following)


def _certificate_stands() -> ColumnElement[bool]:
    """Return the condition on `Certificate` that it stands, even if suspended, and none is newer."""
    newer = aliased(Certificate)
    return (
        col(Certificate.revoked_at).is_(None)
        & col(Certificate.replaced_by).is_(None)
        & ~exists().where(
            col(newer.user_id) == col(Certificate.user_id),
            col(newer.technology) == col(Certificate.technology),
            col(newer.expires_at) > col(Certificate.expires_at),
            col(newer.revoked_at).is_(None),
            col(newer.replaced_by).is_(None),
        )
    )


async def _queue_retakes(context: Context, reminders: Sequence[Reminder]) -> None:
    """Queue mails about tests that are still not passed and were not taken again since.

    A wait that has not ended, because a rule has changed or the migration could not know it, is reminded of
    when it does. One that ended long ago is no news.
    """
    query = (
        select(Attempt, User)
        .join(User, col(User.id) == col(Attempt.user_id))
        .where(
            col(Attempt.id).in_([reminder.about for reminder in reminders]),
            col(Attempt.technology).in_(context.bank.technologies),
            can_get("retake"),
            ~_is_passed_or_retaken(),
        )
    )
    rows = (await context.db.exec(query)).all()
    dates = await retake_dates_of(context, [user for _attempt, user in rows])
    later: dict[tuple[UUID, UUID], datetime] = {}
    for attempt, user in rows:
        retake_at = dates[user.id](attempt.technology) or context.now
        if retake_at > context.now:
            later[user.id, attempt.id] = retake_at
            continue
        if retake_at < context.now - _NEWS:
            continue
        names = technology_names(context.bank, attempt.technology)
        await queue_for(
            context,
            user,
            "retake",
            "retake_possible",
            attempt.id,
            name=names.name,
            title=names.title,
            technology=attempt.technology,
        )
    await remind_all(context.db, "retake", later)


def _is_passed_or_retaken() -> ColumnElement[bool]:
    """Return the condition on `Attempt` that it is passed, or that its learner has started the test again.

    Starts of other accounts with the same mailbox count too.
    """
    later, own_start, later_start = aliased(Attempt), aliased(ExamStart), aliased(ExamStart)
    return or_(
        col(Attempt.passed).is_(True),
        exists().where(
            col(later.user_id) == col(Attempt.user_id),
            col(later.technology) == col(Attempt.technology),
            col(later.started_at) > col(Attempt.started_at),
            # Conditions on subqueries are not added by themselves (`models.exams.with_mock_exams`).
            col(later.mock).is_(False),
        ),
        exists().where(
            col(own_start.attempt_id) == col(Attempt.id),
            col(later_start.mailbox_hash) == col(own_start.mailbox_hash),
            col(later_start.technology) == col(own_start.technology),
            col(later_start.started_at) > col(own_start.started_at),
        ),
    )
