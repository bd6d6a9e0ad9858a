"""What waits in the database, or runs there: mails, tests, and reviews."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func
from sqlmodel import col, select

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.exams import Attempt, AttemptReview
from webdev_certs.server.models.mail import OutboxMail
from webdev_certs.server.services.exams.reviews import IS_OPEN


class Backlog(NamedTuple):
    """How much of what waits or runs.

    Attributes:
        mails: Mails that are not sent yet.
        oldest_mail: When the oldest of them was queued.
        exams: Certification tests that run, without mock exams.
        reviews: Tests that wait for an operator's decision.
        oldest_review: Since when the oldest of them waits.
    """

    mails: int
    oldest_mail: datetime | None
    exams: int
    reviews: int
    oldest_review: datetime | None


async def read_backlog(db: AsyncSession, now: datetime) -> Backlog:
    """Return what waits, with one query."""
    mail_waits = col(OutboxMail.next_try_at).is_not(None)
    review = (
        select(AttemptReview).join(Attempt, col(Attempt.id) == col(AttemptReview.attempt_id)).where(*IS_OPEN)
    )
    exam_runs = (
        col(Attempt.submitted_at).is_(None),
        col(Attempt.deadline) > now,
        col(Attempt.mock).is_(False),
    )
    # SQLModel types at most four columns.
    query: Any = select(  # pyright: ignore[reportCallIssue]
        select(func.count()).select_from(OutboxMail).where(mail_waits).scalar_subquery(),
        select(func.min(OutboxMail.created_at)).where(mail_waits).scalar_subquery(),
        select(func.count()).select_from(Attempt).where(*exam_runs).scalar_subquery(),
        review.with_only_columns(func.count()).scalar_subquery(),
        review.with_only_columns(func.min(AttemptReview.held_at)).scalar_subquery(),
    )
    return Backlog(*(await db.exec(query)).one())
