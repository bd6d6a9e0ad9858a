"""Record what the browser reports while an exam runs: that its page was left, or that a text was pasted."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select, update

from webdev_certs.schemas.exams import ReportEvent
from webdev_certs.server.database.engine import Database
from webdev_certs.server.models.attempt_events import AttemptEvent
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.services.exams.records import position_not_current, require_open, unknown_attempt
from webdev_certs.server.services.shared.cleaning import delete_old
from webdev_certs.server.services.shared.context import Context

MOST = 200
"""At most this many events are stored for an attempt; more would say nothing new."""
KEEP = timedelta(days=180)
"""How long events are kept."""


async def record_event(context: Context, user_id: UUID, attempt_id: UUID, report: ReportEvent) -> None:
    """Record an event of a running attempt. Nothing is recorded once there are `MOST`.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_submitted`; `deadline_passed`; `position_not_current`: the learner has not reached
            this item yet.
    """
    query = select(Attempt).where(Attempt.id == attempt_id, Attempt.user_id == user_id)
    attempt = (await context.db.exec(query)).one_or_none()
    if attempt is None:
        raise unknown_attempt()
    require_open(attempt, context.now)
    if report.position > attempt.position:
        raise position_not_current(attempt)
    # Changes nothing but locks the attempt, so that concurrent events get different numbers.
    await context.db.exec(
        update(Attempt)
        .where(col(Attempt.id) == attempt_id)
        .values(position=col(Attempt.position))
        .execution_options(synchronize_session=False)
    )
    last = select(func.max(AttemptEvent.number)).where(AttemptEvent.attempt_id == attempt_id)
    number = ((await context.db.exec(last)).one() or 0) + 1
    if number > MOST:
        return
    context.db.add(
        AttemptEvent(
            attempt_id=attempt_id,
            number=number,
            position=report.position,
            kind=report.kind,
            at=context.now,
            seconds=report.seconds if report.kind == "left" else None,
        )
    )
    await context.db.flush()


async def remove_old_attempt_events(database: Database, now: datetime) -> None:
    """Delete the events that are no longer needed."""
    await delete_old(database, col(AttemptEvent.at), col(AttemptEvent.at) < now - KEEP)
