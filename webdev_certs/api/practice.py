"""Practice (specification §7, practice area)."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends

from webdev_certs.server.api.context import ContextDep, Position, parse_id
from webdev_certs.server.api.dependencies import LiveUserIdDep, UserIdDep
from webdev_certs.schemas.practice import (
    AnswerPractice,
    PracticeFeedback,
    PracticeResult,
    PracticeState,
    PracticeSummary,
    StartPractice,
)
from webdev_certs.server.services import practice, practice_answers, practice_results
from webdev_certs.server.services.practice.records import unknown_practice

router = APIRouter(prefix="/api/practice", tags=["practice"])


async def _practice_id(practice_id: str, _user_id: UserIdDep) -> UUID:
    # Only once it is known who asks.
    return parse_id(practice_id, unknown_practice)


PracticeIdDep = Annotated[UUID, Depends(_practice_id)]


@router.post("", status_code=201)
async def start_practice(form: StartPractice, context: ContextDep, user_id: LiveUserIdDep) -> PracticeState:
    """Starts a session of ten questions."""
    return await practice.start_practice(context, user_id, form.technology, form.difficulty)


@router.get("")
async def list_practice(context: ContextDep, user_id: UserIdDep) -> list[PracticeSummary]:
    """One's sessions, newest first."""
    return await practice.list_practice(context, user_id)


@router.get("/{practice_id}")
async def read_practice(practice_id: PracticeIdDep, context: ContextDep, user_id: UserIdDep) -> PracticeState:
    """Where one is in a session."""
    return await practice.read_practice(context, user_id, practice_id)


@router.post("/{practice_id}/answers/{position}")
async def answer(
    practice_id: PracticeIdDep,
    position: Position,
    form: AnswerPractice,
    context: ContextDep,
    user_id: UserIdDep,
) -> PracticeFeedback:
    """Answers the current question and says at once what was right."""
    return await practice_answers.answer(context, user_id, practice_id, position, form.response)


@router.get("/{practice_id}/answers/{position}")
async def read_feedback(
    practice_id: PracticeIdDep, position: Position, context: ContextDep, user_id: UserIdDep
) -> PracticeFeedback:
    """The feedback on a question that has been answered."""
    return await practice_answers.read_feedback(context, user_id, practice_id, position)


@router.get("/{practice_id}/result")
async def read_result(practice_id: PracticeIdDep, context: ContextDep, user_id: UserIdDep) -> PracticeResult:
    """The full review of a finished session; needs paid access."""
    return await practice_results.read_result(context, user_id, practice_id)
