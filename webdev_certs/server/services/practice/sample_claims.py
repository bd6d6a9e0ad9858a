"""Claim a sample: continue it as a practice session of the learner who answered it as a visitor."""

from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID

from webdev_certs.schemas.practice import PRACTICE_LENGTH, PracticeState
from webdev_certs.schemas.samples import ClaimSample
from webdev_certs.server.domain.sample_claims import claimed_practice_session_id
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.practice.choosing import put_next_item
from webdev_certs.server.services.practice.records import end_early, load_practice_session
from webdev_certs.server.services.practice.samples import GradedAnswer, grade_sample
from webdev_certs.server.services.practice.sessions import read_practice_session
from webdev_certs.server.services.practice.spaced_repetition import rate_answer
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring


async def claim_sample(context: Context, user_id: UUID, form: ClaimSample) -> PracticeState:
    """Start an adaptive practice session with the answers of a sample, which are graded again here.

    A learner can claim one sample for each technology, because the id of its practice session is derived from
    both. A second claim, even a simultaneous one, changes nothing and returns the same practice session. The
    answers count like all practice: only the first answer to an item counts for the ability.

    Args:
        context: The request's context.
        user_id: The learner.
        form: The technology and the answers.

    Raises:
        NotFound: `unknown_technology`.
        Conflict: `sample_changed`: the sample now has other questions. `test_running`.
        InvalidInput: An answer does not fit its item (`domain.presentation`, `domain.grading`).
    """
    graded = grade_sample(context.bank, form.technology, form.answers)
    await refuse_during_attempt(context, user_id, form.technology)
    practice_session_id = claimed_practice_session_id(user_id, form.technology)
    if await _insert(context, practice_session_id, user_id, form.technology, graded):
        practice, _ = await load_practice_session(context, user_id, practice_session_id)
        await _add_answers(context, practice, graded)
        if not await put_next_item(context, practice):
            await end_early(context, practice, practice.answered)
    return await read_practice_session(context, user_id, practice_session_id)


async def _insert(
    context: Context,
    practice_session_id: UUID,
    user_id: UUID,
    technology: str,
    graded: Sequence[GradedAnswer],
) -> bool:
    """Insert the practice session; return False if it exists."""
    insert = insert_ignoring(context.db, PracticeSession).values(
        id=practice_session_id,
        user_id=user_id,
        technology=technology,
        kind="adaptive",
        length=PRACTICE_LENGTH,
        answered=len(graded),
        correct=sum(answer.correct for answer in graded),
        started_at=context.now,
    )
    return (await context.db.exec(insert)).rowcount > 0


async def _add_answers(context: Context, practice: PracticeSession, graded: Sequence[GradedAnswer]) -> None:
    rows = [
        PracticeItem(
            practice_session_id=practice.id,
            position=position,
            technology=practice.technology,
            **asdict(answer.frozen),
            response=answer.given,
            correct=answer.correct,
            answered_at=context.now,
        )
        for position, answer in enumerate(graded, start=1)
    ]
    context.db.add_all(rows)
    await context.db.flush()
    for row, answer in zip(rows, graded, strict=True):
        await rate_answer(context, practice.user_id, row, correct=answer.correct)
