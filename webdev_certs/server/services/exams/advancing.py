"""Going from one item of a running test to the next."""

from uuid import UUID

from sqlmodel import col, update

from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.models.exams import Attempt
from webdev_certs.schemas.exams import TestState
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.exams.records import load_current, position_not_current, require_open, state


async def advance(context: Context, user_id: UUID, test_id: UUID, position: int) -> TestState:
    """Leaves an answered item for good; a repeated request changes nothing.

    Args:
        context: the request's.
        user_id: the learner.
        test_id: the attempt.
        position: the item being left. One that has been left already is answered with the current state.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_submitted`; `deadline_passed`; `position_not_current`, with `position`;
            `last_position`; `answer_required`.
    """
    attempt, row = await load_current(context, user_id, test_id)
    require_open(attempt, context.now)
    if position > attempt.position:
        raise position_not_current(attempt)
    if position < attempt.position:
        return await state(context, attempt, row)
    if position == attempt.length:
        raise Conflict("last_position", "This was the last question. Submit the test.")
    if row.answered_at is None:
        raise Conflict("answer_required", "Answer this question before you go on.")
    # Only from `position`: of two requests at once, the second finds it left and skips nothing.
    await context.session.exec(
        update(Attempt)
        .where(
            col(Attempt.id) == test_id,
            col(Attempt.position) == position,
            col(Attempt.submitted_at).is_(None),
        )
        .values(position=position + 1)
        .execution_options(synchronize_session=False)
    )
    return await state(context, *await load_current(context, user_id, test_id))
