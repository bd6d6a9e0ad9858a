"""Queue the mails that have become due.

A reminder is deleted in the transaction that queues its mail. So each mail is queued exactly once, however
many processes look for due ones, and whenever one of them is killed.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import TypeAlias

from sqlalchemy import ColumnElement, tuple_
from sqlmodel import col, delete, select

from webdev_certs.server.models.mail import Reminder
from webdev_certs.server.services.reminders.expiry import queue_expiry
from webdev_certs.server.services.reminders.practice import prepare_due_plans, queue_practice
from webdev_certs.server.services.reminders.retakes import queue_retakes
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.reminders import ReminderKind, remind

log = logging.getLogger(__name__)

RETRY_AFTER = timedelta(hours=1)
"""How long after the mail of a reminder could not be written to try it again."""
_AT_ONCE = 50

Queueing: TypeAlias = Callable[[Context, Sequence[Reminder]], Awaitable[None]]
"""Queues the mails of due reminders of one kind that are still right, and plans the next reminders."""


async def queue_due(context: Context) -> None:
    """Queue everything that is due now.

    Args:
        context: The context without a transaction.
    """
    kind, user_id = col(Reminder.kind), col(Reminder.user_id)
    at_once: Mapping[ReminderKind, Queueing] = {"expiry": queue_expiry, "retake": queue_retakes}
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
