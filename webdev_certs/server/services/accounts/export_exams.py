"""The parts of a user's data export about exams, except the answers."""

from collections import defaultdict
from collections.abc import Mapping
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.exams import ExtraTimeRequest as ExportedRequest
from webdev_certs.schemas.export import ExportedEvent
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.exams import Attempt, AttemptEvent, ExtraTimeRequest


async def exported_requests(db: AsyncSession, user_id: UUID) -> list[ExportedRequest]:
    """Return all requests for extra time, oldest first."""
    query = (
        select(ExtraTimeRequest)
        .where(ExtraTimeRequest.user_id == user_id)
        .order_by(col(ExtraTimeRequest.asked_at), col(ExtraTimeRequest.id))
    )
    return [ExportedRequest.model_validate(row.model_dump()) for row in await db.exec(query)]


async def exported_events(db: AsyncSession, user_id: UUID) -> Mapping[UUID, list[ExportedEvent]]:
    """Return the events of the user's attempts in order, by the attempt's id."""
    query = (
        select(AttemptEvent)
        .join(Attempt, col(Attempt.id) == col(AttemptEvent.attempt_id))
        .where(Attempt.user_id == user_id)
        .order_by(col(AttemptEvent.number))
    )
    events: dict[UUID, list[ExportedEvent]] = defaultdict(list)
    for row in await db.exec(query):
        events[row.attempt_id].append(ExportedEvent.model_validate(row.model_dump()))
    return events
