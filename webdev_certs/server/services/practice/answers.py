"""Answering in practice: each item once, with feedback at once."""

from uuid import UUID

from sqlmodel import col, update

from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.grading import check_text, grade
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.schemas.practice import PracticeFeedback
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.exams.records import refuse_during_test
from webdev_certs.server.services.practice.feedback import feedback
from webdev_certs.server.services.items.frozen import load_item, presentation, shown_response
from webdev_certs.server.services.practice.records import load_session


async def answer(
    context: Context, user_id: UUID, practice_id: UUID, position: int, response: ItemResponse
) -> PracticeFeedback:
    """Answers the current item; the same answer sent again is told the same.

    Raises:
        NotFound: `practice_not_found`.
        Conflict: `position_not_current`, with `position`: another item is current, or this one has been
            answered otherwise. `test_running`.
        InvalidInput: the answer is not one that this item can have (`domain.responses`, `domain.grading`).
    """
    practice, row = await load_session(context, user_id, practice_id, position)
    if row is None or position > practice.answered + 1:
        raise _not_current(practice)
    if row.answered_at is None:
        await refuse_during_test(context, user_id, practice.technology)
    item = await load_item(context, row)
    given = presentation(item, row).to_bank(response.model_dump())
    check_text(item, given)
    if row.answered_at is None and await _record(context, practice, row, given, grade(item, given)):
        practice, row = await load_session(context, user_id, practice_id, position)
    elif row.answered_at is None:
        # Another request has answered it between the reading and the writing: what did it say?
        return await answer(context, user_id, practice_id, position, response)
    elif row.response != given:
        raise _not_current(practice)
    return await _told(context, practice, row)


async def read_feedback(
    context: Context, user_id: UUID, practice_id: UUID, position: int
) -> PracticeFeedback:
    """The feedback on an item that has been answered.

    Raises:
        NotFound: `practice_not_found`.
        Conflict: `answer_required`: it has not been answered.
    """
    practice, row = await load_session(context, user_id, practice_id, position)
    if row is None or row.answered_at is None:
        raise Conflict("answer_required", "Feedback comes after the answer.")
    return await _told(context, practice, row)


async def _record(
    context: Context, practice: PracticeSession, row: PracticeItem, given: dict[str, object], correct: bool
) -> bool:
    """Counts and stores the answer; False if another request was faster."""
    counted = await context.session.exec(
        update(PracticeSession)
        .where(col(PracticeSession.id) == practice.id, col(PracticeSession.answered) == row.position - 1)
        .values(
            answered=row.position,
            correct=col(PracticeSession.correct) + int(correct),
            finished_at=context.now if row.position == practice.length else None,
        )
        .execution_options(synchronize_session=False)
    )
    if counted.rowcount == 0:
        return False
    row.response, row.correct, row.answered_at = given, correct, context.now
    await context.session.flush()
    return True


async def _told(context: Context, practice: PracticeSession, row: PracticeItem | None) -> PracticeFeedback:
    assert row is not None
    assert row.response is not None
    assert row.correct is not None
    item = await load_item(context, row)
    return PracticeFeedback(
        practice_id=practice.id,
        position=row.position,
        response=shown_response(item, row, row.response),
        feedback=feedback(item, row, row.response, correct=row.correct),
        correct_count=practice.correct,
        finished=practice.finished_at is not None,
    )


def _not_current(practice: PracticeSession) -> Conflict:
    current = min(practice.answered + 1, practice.length)
    return Conflict("position_not_current", "This is not the current question.", position=current)
