"""Answer the items of a practice session, each once, get feedback, and report faulty items."""

from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.schemas.items import ItemResponse, ReportedItem, ReportItem
from webdev_certs.schemas.practice import PracticeFeedback, ReviewedItem
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.grading import check_text, grade
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.items.faulty_items import add_report
from webdev_certs.server.services.items.practiced import rate_answers
from webdev_certs.server.services.items.shown_without_key import (
    load_item,
    load_items,
    presentation,
    shown_response,
)
from webdev_certs.server.services.practice.annotations import NONE, annotations
from webdev_certs.server.services.practice.choosing_practice_items import is_adaptive, put_next_item
from webdev_certs.server.services.practice.feedback import feedback, reviewed_items
from webdev_certs.server.services.practice.practice_session import (
    end_early,
    load_practice_session,
    unknown_practice_session,
)
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.metrics import ANSWERS_SAVED, NEXT_QUESTION_SECONDS
from webdev_certs.shared.translation import _


async def answer(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int, response: ItemResponse
) -> PracticeFeedback:
    """Answer the current item. Repeating the same answer returns the same feedback.

    Raises:
        NotFound: `practice_not_found`.
        Conflict: `position_not_current`, with `position`: another item is current, or this one
            has a different answer. `test_running`.
        InvalidInput: The answer does not fit the item (`domain.presentation`, `domain.grading`).
    """
    practice, row = await load_practice_session(context, user_id, practice_session_id, position)
    if row is None or position > practice.answered + 1:
        raise _not_current(practice)
    # Also for an answer that is repeated, because its feedback contains the key.
    await refuse_during_attempt(context, user_id, row.technology)
    item = await load_item(context, row)
    given = presentation(item, row).to_bank(response.model_dump())
    check_text(item, given)
    if row.answered_at is None:
        if await _record(context, practice, row, given, grade(item, given)):
            return await _feedback(context, practice, row)
        # Another request answered the item after it was read, so check again.
        return await answer(context, user_id, practice_session_id, position, response)
    if row.response != given:
        raise _not_current(practice)
    return await _feedback(context, practice, row)


async def read_feedback(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int
) -> PracticeFeedback:
    """Return the feedback on an answered item.

    Raises:
        NotFound: `practice_not_found`.
        Conflict: `answer_required`: the item has no answer. `test_running`.
    """
    practice, row = await load_answered(context, user_id, practice_session_id, position)
    return await _feedback(context, practice, row)


async def load_answered(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int
) -> tuple[PracticeSession, PracticeItem]:
    """Return an answered item with its practice session, unless its technology has a running attempt.

    Raises:
        NotFound: `practice_not_found`.
        Conflict: `answer_required`: the item has no answer. `test_running`.
    """
    practice, row = await load_practice_session(context, user_id, practice_session_id, position)
    if row is None or row.answered_at is None:
        raise Conflict("answer_required", _("You’ll get feedback after you answer."))
    await refuse_during_attempt(context, user_id, row.technology)
    return practice, row


async def list_answers(context: Context, user_id: UUID, practice_session_id: UUID) -> list[ReviewedItem]:
    """Return all answered items of a practice session with the feedback that was shown after each answer.

    Raises:
        NotFound: `practice_not_found`.
        Conflict: `test_running`.
    """
    practice, _row = await load_practice_session(context, user_id, practice_session_id)
    query = (
        select(PracticeItem)
        .where(PracticeItem.practice_session_id == practice.id, col(PracticeItem.answered_at).is_not(None))
        .order_by(col(PracticeItem.position))
    )
    rows = (await context.db.exec(query)).all()
    await refuse_during_attempt(context, user_id, *{row.technology for row in rows})
    items = await load_items(context, rows)
    return await reviewed_items(
        context, user_id, [(row, items[row.item_id, row.item_version]) for row in rows]
    )


async def _record(
    context: Context, practice: PracticeSession, row: PracticeItem, given: dict[str, object], correct: bool
) -> bool:
    """Count and store the answer; return False if another request answered the item first."""
    counted = await context.db.exec(
        update(PracticeSession)
        .where(col(PracticeSession.id) == practice.id, col(PracticeSession.answered) == row.position - 1)
        .values(
            answered=row.position,
            correct=col(PracticeSession.correct) + int(correct),
            finished_at=context.now if row.position == practice.length else None,
        )
        # The loaded practice session changes too, so it need not be read again.
        .execution_options(synchronize_session="evaluate")
    )
    if counted.rowcount == 0:
        return False
    row.response, row.correct, row.answered_at = given, correct, context.now
    await context.db.flush()
    await rate_answers(context, practice.user_id, [row])
    adapts = is_adaptive(practice) and row.position < practice.length
    if adapts:
        with NEXT_QUESTION_SECONDS.labels("practice").time():
            is_put = await put_next_item(context, practice)
        if not is_put:
            # The bank has fewer items now, or the rest are enemies of items of this practice session.
            await end_early(context, practice, row.position)
    ANSWERS_SAVED.labels("practice").inc()
    return True


async def _feedback(
    context: Context, practice: PracticeSession, row: PracticeItem | None
) -> PracticeFeedback:
    assert row is not None
    assert row.response is not None
    assert row.correct is not None
    item = await load_item(context, row)
    return PracticeFeedback(
        practice_session_id=practice.id,
        position=row.position,
        response=shown_response(item, row, row.response),
        feedback=feedback(item, row, row.response, correct=row.correct),
        annotation=(await annotations(context, practice.user_id, [row.item_id])).get(row.item_id, NONE),
        correct_count=practice.correct,
        finished=practice.finished_at is not None,
    )


def _not_current(practice: PracticeSession) -> Conflict:
    current = min(practice.answered + 1, practice.length)
    return Conflict("position_not_current", _("This isn’t the current question."), position=current)


async def report_item(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int, form: ReportItem
) -> ReportedItem:
    """Report the item at a position that the learner has reached.

    Raises:
        NotFound: `practice_not_found`, also for an item that the learner has not been given.
        Conflict: `already_reported`.
    """
    practice, row = await load_practice_session(context, user_id, practice_session_id, position)
    if row is None or position > practice.answered + 1:
        raise unknown_practice_session()
    return await add_report(context, user_id, row, position, "practice", form)
