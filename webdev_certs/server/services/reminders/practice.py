"""The weekly plan, and reminders of due reviews: one mail a week at most, for people who asked for it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import exists
from sqlmodel import col, select

from webdev_certs.schemas.progress import DailyPlan
from webdev_certs.server.domain.mail import PRACTICE_REMINDERS
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.models.mail import Reminder
from webdev_certs.server.models.practice import ReviewCard
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.mail.choices import can_get, queue_for
from webdev_certs.server.services.practice.standing import read_standing
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.reminders import remind

_LOOK_AGAIN = timedelta(days=1)
"""How long after there was nothing to do to look again."""
_ACTIVE_DAYS = 28
"""After so many days without practice the plan is not mailed any more, only due reviews."""


async def queue_practice(context: Context, reminders: Sequence[Reminder]) -> None:
    """Queue mails to users who have a plan or due reviews, and plan the next look at all who want them.

    The plan contains the due reviews of its technology, so nobody gets both.
    """
    query = select(User).where(
        col(User.id).in_([reminder.user_id for reminder in reminders]), can_get("practice")
    )
    users = (await context.db.exec(query)).all()
    due = await _count_due(context, [user.id for user in users])
    for user in users:
        counts = due.get(user.id)
        plan = await _active_plan(context, user.id)
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
    # Of the plan only dates depend on the time zone, and the mail has none.
    plans = (await read_standing(context, user_id, "UTC")).plans
    if not plans or not plans[0].tasks or plans[0].paused_days is None:
        return None
    return plans[0] if plans[0].paused_days < _ACTIVE_DAYS else None


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
        "chance": plan.chance,
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
