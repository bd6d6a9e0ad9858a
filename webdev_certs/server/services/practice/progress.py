"""Figures about all of a learner's attempts, practice sessions and certificates; screens list only a few."""

from uuid import UUID

from sqlalchemy import and_, case, func
from sqlmodel import col, select

from webdev_certs.schemas.progress import Progress, TechnologyProgress
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.models.practice import PracticeSession
from webdev_certs.server.services.exams.attempts import summary
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.retakes import retake_dates


async def read_progress(context: Context, user_id: UUID) -> Progress:
    """Return the figures about the learner's attempts, practice sessions and certificates.

    Overdue attempts must have been closed before (`exams.closing.close_overdue`).
    """
    db = context.db
    by_technology = (
        select(
            Attempt.technology,
            func.max(Attempt.started_at).label("latest_at"),
            func.max(Attempt.score).label("best_score"),
            func.max(case((col(Attempt.passed).is_(True), 1), else_=0)).label("passed"),
        )
        .where(Attempt.user_id == user_id)
        .group_by(Attempt.technology)
        .subquery()
    )
    latest = (
        select(Attempt, by_technology.c.best_score, by_technology.c.passed)
        .join(
            by_technology,
            and_(
                col(Attempt.technology) == by_technology.c.technology,
                col(Attempt.started_at) == by_technology.c.latest_at,
            ),
        )
        .where(Attempt.user_id == user_id)
        .order_by(col(Attempt.technology), col(Attempt.id).desc())
    )
    retake = await retake_dates(context, user_id)
    technologies = {
        attempt.technology: TechnologyProgress(
            technology=attempt.technology,
            best_score=best_score,
            passed=bool(passed),
            latest=summary(context, attempt, retake(attempt.technology)),
        )
        for attempt, best_score, passed in await db.exec(latest)
    }
    practice = select(func.sum(PracticeSession.answered), func.sum(PracticeSession.correct)).where(
        PracticeSession.user_id == user_id
    )
    answered, correct = (await db.exec(practice)).one()
    passed = select(func.count(col(Attempt.id))).where(
        Attempt.user_id == user_id, col(Attempt.passed).is_(True)
    )
    certificates = select(func.count()).where(
        Certificate.user_id == user_id, col(Certificate.replaced_by).is_(None)
    )
    return Progress(
        technologies=list(technologies.values()),
        certificates=(await db.exec(certificates)).one(),
        exams_passed=(await db.exec(passed)).one(),
        practice_answered=answered or 0,
        practice_correct=correct or 0,
    )
