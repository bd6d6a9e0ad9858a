"""Advance an open attempt to its next item."""

from uuid import UUID

from sqlmodel import col, update

from webdev_certs.schemas.exams import AttemptState
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.services.exams.records import (
    attempt_state,
    load_current,
    position_not_current,
    require_open,
)
from webdev_certs.server.services.shared.context import Context


async def advance(context: Context, user_id: UUID, attempt_id: UUID, position: int) -> AttemptState:
    """Leave an answered item for good. Repeating the request changes nothing.

    Args:
        context: The request's context.
        user_id: The learner.
        attempt_id: The attempt.
        position: The item to leave. If the learner has left it already, the current state is returned.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_submitted`; `deadline_passed`; `position_not_current`, with `position`;
            `last_position`; `answer_required`.
    """
    attempt, row = await load_current(context, user_id, attempt_id)
    require_open(attempt, context.now)
    if position > attempt.position:
        raise position_not_current(attempt)
    if position < attempt.position:
        return await attempt_state(context, attempt, row)
    if position == attempt.length:
        raise Conflict("last_position", "This was the last question. Submit the test.")
    if row.answered_at is None:
        raise Conflict("answer_required", "Answer this question before you continue.")
    # The condition on `position` keeps the second of two concurrent requests from skipping an item.
    await context.db.exec(
        update(Attempt)
        .where(
            col(Attempt.id) == attempt_id,
            col(Attempt.position) == position,
            col(Attempt.submitted_at).is_(None),
        )
        .values(position=position + 1)
        .execution_options(synchronize_session=False)
    )
    return await attempt_state(context, *await load_current(context, user_id, attempt_id))
