"""Reminders that a test can be taken again, on the day when the wait ends."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, exists, or_
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, ExamStart
from webdev_certs.server.models.mail import Reminder
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.mail.choices import can_get, queue_for
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.reminders import remind_all
from webdev_certs.server.services.shared.retakes import retake_dates_of

_NEWS = timedelta(days=7)
"""How long after the end of a wait it is still mailed, for example because no process ran on that day."""


async def queue_retakes(context: Context, reminders: Sequence[Reminder]) -> None:
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
            ~is_settled(),
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


def is_settled() -> ColumnElement[bool]:
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
