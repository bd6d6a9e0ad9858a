"""Answering a running test: the path that every learner takes at every item."""

from uuid import UUID

from sqlalchemy import exists
from sqlmodel import col, update

from webdev_certs.domain.errors import Conflict
from webdev_certs.domain.grading import check_text
from webdev_certs.models.exams import Attempt, AttemptItem
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.schemas.tests import SavedAnswer, TestState
from webdev_certs.services.context import Context
from webdev_certs.services.exam_records import (
    load_current,
    position_not_current,
    require_open,
    seconds_left,
    state,
)
from webdev_certs.services.items import load_item, presentation


async def save_answer(
    context: Context, user_id: UUID, test_id: UUID, position: int, response: ItemResponse
) -> SavedAnswer:
    """Saves, or replaces, the answer to the current item: one SELECT and one UPDATE.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_submitted`; `deadline_passed`; `position_not_current`, with `position`.
        InvalidInput: the answer is not one that this item can have (`domain.responses`, `domain.grading`).
    """
    attempt, row = await load_current(context, user_id, test_id, lock=True)
    require_open(attempt, context.now)
    if position != attempt.position:
        raise position_not_current(attempt)
    item = await load_item(context, row)
    given = presentation(item, row).to_bank(response.model_dump())
    check_text(item, given)
    saved = await context.session.exec(
        update(AttemptItem)
        .where(
            col(AttemptItem.attempt_id) == test_id,
            col(AttemptItem.position) == position,
            # What has been read may be outdated on SQLite, where it could not be locked.
            exists().where(
                col(Attempt.id) == test_id,
                col(Attempt.position) == position,
                col(Attempt.submitted_at).is_(None),
            ),
        )
        .values(response=given, answered_at=context.now)
        .execution_options(synchronize_session=False)
    )
    if saved.rowcount == 0:
        # The attempt has moved on meanwhile, so the second look ends with the refusal that fits.
        return await save_answer(context, user_id, test_id, position, response)
    return SavedAnswer(
        position=position, saved_at=context.now, seconds_left=seconds_left(attempt, context.now)
    )


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
