"""The weekly plan, and reminders of due reviews: one mail a week at most, for people who asked for it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import exists
from sqlmodel import col, select

from webdev_certs.schemas.progress import DailyPlan
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.domain.mail import PRACTICE_REMINDERS
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.models.mail import Reminder
from webdev_certs.server.models.practice import PracticeItem, PracticeSession, ReviewCard
from webdev_certs.server.services.exams.closing import close_overdue
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.mail.choices import can_get, queue_for
from webdev_certs.server.services.practice.standing import read_standing
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.reminders import remind

_LOOK_AGAIN = timedelta(days=1)
"""How long after there was nothing to do to look again."""
_ACTIVE = timedelta(days=28)
"""After so long without practice the plan is not mailed any more, only due reviews."""


async def prepare_due_plans(context: Context, most: int) -> dict[UUID, DailyPlan | Exception | None]:
    """Close overdue attempts of those whose weekly plan is due, and return what their mails need.

    A plan takes many queries and about 10 ms of CPU time for each technology, so this comes before the
    transaction that queues the mails: on SQLite, saving an answer would wait for it.

    Args:
        context: The context without a transaction.
        most: How many users at most; the longest due come first.

    Returns:
        The user → the plan in the technology used last; None if it has nothing to do or was not used lately,
        and the error if it cannot be computed.
    """
    practiced_lately = exists().where(
        col(PracticeSession.user_id) == col(User.id),
        col(PracticeItem.practice_session_id) == col(PracticeSession.id),
        col(PracticeItem.answered_at) > context.now - _ACTIVE,
    )
    query = (
        select(User.id, can_get("practice") & practiced_lately)
        .join(Reminder, col(Reminder.user_id) == col(User.id))
        .where(Reminder.kind == "practice", col(Reminder.due_at) <= context.now)
        .order_by(col(Reminder.due_at))
        .limit(most)
    )
    async with context.transaction() as transaction:
        due = (await transaction.db.exec(query)).all()
    plans: dict[UUID, DailyPlan | Exception | None] = {}
    for user_id, is_active in due:
        try:
            plans[user_id] = await _active_plan(context, user_id) if is_active else None
        except DatabaseUnavailable:
            raise
        except Exception as error:
            plans[user_id] = error
    return plans


async def queue_practice(
    context: Context, reminders: Sequence[Reminder], plans: Mapping[UUID, DailyPlan | Exception | None]
) -> None:
    """Queue mails to users who have a plan or due reviews, and plan the next look at all who want them.

    The plan contains the due reviews of its technology, so nobody gets both.

    Args:
        context: The transaction's context.
        reminders: The reminders, which the transaction deletes.
        plans: What `prepare_due_plans` returned for their users.

    Raises:
        Exception: A plan could not be computed.
    """
    query = select(User).where(
        col(User.id).in_([reminder.user_id for reminder in reminders]), can_get("practice")
    )
    users = (await context.db.exec(query)).all()
    due = await _count_due(context, [user.id for user in users])
    for user in users:
        counts = due.get(user.id)
        plan = plans[user.id]
        if isinstance(plan, Exception):
            raise plan
        if plan:
            await queue_for(context, user, "practice", "weekly_plan", **_values(plan))
        elif counts:
            names = ((technology_names(context.bank, key).name, count) for key, count in counts.items())
            await queue_for(
                context,
                user,
                "practice",
                "reviews_due",
                total=counts.total(),
                technologies=[{"name": name, "count": count} for name, count in names],
                review="all" if len(counts) > 1 else next(iter(counts)),
            )
        pause = PRACTICE_REMINDERS if plan or counts else _LOOK_AGAIN
        await remind(context.db, user.id, "practice", user.id, context.now + pause)


async def _active_plan(context: Context, user_id: UUID) -> DailyPlan | None:
    """Return the plan in the technology used last, if there is something to do and it was used lately."""
    async with context.transaction() as transaction:
        await close_overdue(transaction, user_id)
    async with context.transaction() as transaction:
        # Of the plan only dates depend on the time zone, and the mail has none.
        plans = (await read_standing(transaction, user_id, "UTC")).plans
    if not plans or not plans[0].tasks or plans[0].paused_days is None:
        return None
    return plans[0] if plans[0].paused_days < _ACTIVE.days else None


def _values(plan: DailyPlan) -> dict[str, Any]:
    """Return what the placeholders of the mail stand for."""
    days = plan.days
    return {
        "name": plan.name,
        "minutes": plan.minutes,
        "reviews": sum(task.questions for task in plan.tasks if task.topic is None),
        "topics": [
            {"title": task.topic_title, "questions": task.questions} for task in plan.tasks if task.topic
        ],
        "is_ready": plan.kind == "ready",
        "goal": plan.goal,
        "days": days.expected if days else None,
        "low": days.low if days else None,
        "high": days.high if days else None,
    }


async def _count_due(context: Context, user_ids: Sequence[UUID]) -> Mapping[UUID, Counter[str]]:
    """Count the due questions of each user by technology, without those of running tests."""
    is_running = exists().where(
        col(Attempt.user_id) == col(ReviewCard.user_id),
        col(Attempt.technology) == col(ReviewCard.technology),
        col(Attempt.submitted_at).is_(None),
        # A mock exam whose time is up stays open until its learner comes back.
        col(Attempt.deadline) > context.now,
    )
    query = select(ReviewCard.user_id, ReviewCard.technology, ReviewCard.item_id).where(
        col(ReviewCard.user_id).in_(user_ids), col(ReviewCard.due) <= context.now, ~is_running
    )
    counts: dict[UUID, Counter[str]] = defaultdict(Counter)
    for user_id, technology, item_id in (await context.db.exec(query)).all():
        bank = context.bank.technologies.get(technology)
        # Questions that the bank no longer has do not count.
        if bank and item_id in bank.by_id:
            counts[user_id][technology] += 1
    return counts
