"""The tutor: what it can say about an answered practice question, asking it, and reporting its answers."""

from collections.abc import AsyncIterator

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from webdev_certs.schemas.tutor import AskTutor, ReportTutor, TutorEvent, TutorExchange, TutorState
from webdev_certs.server.api.dependencies import (
    ContextDep,
    LimitsDep,
    LiveUserIdDep,
    NoTransactionDep,
    Position,
    UserIdDep,
)
from webdev_certs.server.api.practice import PracticeSessionIdDep
from webdev_certs.server.services.tutor import exchanges, turns

router = APIRouter(prefix="/api", tags=["tutor"])


class TutorResponse(StreamingResponse):
    """Streams the events of an answer, and stops it when the reader leaves."""

    media_type = "application/x-ndjson"

    def __init__(self, turn: turns.RunningTurn) -> None:
        """Take an answer that is being written."""
        # nginx would else collect the answer before it passes it on.
        super().__init__(_lines(turn), headers={"X-Accel-Buffering": "no"})
        self._turn = turn

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            # Not in `_lines`, which has not begun if the reader leaves at once.
            self._turn.stop()


async def _lines(turn: turns.RunningTurn) -> AsyncIterator[str]:
    async for event in turn.events():
        yield f"{event.model_dump_json()}\n"


@router.get("/practice/{practice_session_id}/items/{position}/tutor")
async def read_tutor(
    practice_session_id: PracticeSessionIdDep,
    position: Position,
    context: ContextDep,
    user_id: UserIdDep,
    limits: LimitsDep,
) -> TutorState:
    """Read whether there is a tutor, and what was asked about an answered question."""
    await limits.count_own("tutor_read", user_id)
    return await exchanges.read_state(context, user_id, practice_session_id, position)


@router.post(
    "/practice/{practice_session_id}/items/{position}/tutor",
    status_code=200,
    response_class=TutorResponse,
    response_model=None,
    responses={200: {"model": TutorEvent, "description": "One `TutorEvent` as JSON a line, as they come"}},
)
async def ask_tutor(
    practice_session_id: PracticeSessionIdDep,
    position: Position,
    form: AskTutor,
    context: NoTransactionDep,
    user_id: LiveUserIdDep,
    limits: LimitsDep,
) -> TutorResponse:
    """Ask about an answered question. Closing the connection stops the answer."""
    await limits.count_own("tutor", user_id)
    return TutorResponse(await turns.begin_turn(context, user_id, practice_session_id, position, form))


@router.post("/practice/{practice_session_id}/items/{position}/tutor/report")
async def report_tutor(
    practice_session_id: PracticeSessionIdDep,
    position: Position,
    form: ReportTutor,
    context: ContextDep,
    user_id: LiveUserIdDep,
    limits: LimitsDep,
) -> TutorExchange:
    """Report an answer of the tutor to the operator, with what was asked."""
    await limits.count_own("report", user_id)
    return await exchanges.report(context, user_id, practice_session_id, position, form)


@router.put("/profile/tutor-consent", status_code=204)
async def give_consent(context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep) -> None:
    """Agree to the use of the tutor."""
    await limits.count_own("tutor_consent", user_id)
    await exchanges.set_consent(context, user_id, given=True)


@router.delete("/profile/tutor-consent", status_code=204)
async def withdraw_consent(context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep) -> None:
    """No longer agree to the use of the tutor. What was asked stays until the account is deleted."""
    await limits.count_own("tutor_consent", user_id)
    await exchanges.set_consent(context, user_id, given=False)
