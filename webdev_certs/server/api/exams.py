"""Certification tests: the learner's attempts. On the wire an attempt's id is `test_id`."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response

from webdev_certs.schemas.certificates import Printing
from webdev_certs.schemas.exams import (
    AdvanceAttempt,
    AttemptResult,
    AttemptState,
    AttemptSummary,
    ReportEvent,
    SaveAnswer,
    SavedAnswer,
    StartAttempt,
)
from webdev_certs.schemas.items import ReportedItem, ReportItem
from webdev_certs.schemas.pages import AttemptQuery
from webdev_certs.server.api.dependencies import (
    ClaimsDep,
    ContextDep,
    CurrentContextDep,
    LimitsDep,
    LiveUserIdDep,
    NoTransactionDep,
    Position,
    ResourcesDep,
    UserIdDep,
    parse_id,
)
from webdev_certs.server.api.responses import NextLinkDep, PdfResponse, page_request
from webdev_certs.server.services.exams import answers, attempts, closing, integrity, results
from webdev_certs.server.services.exams.attempt_state import load_given_item, unknown_attempt
from webdev_certs.server.services.exams.score_report import render_score_report
from webdev_certs.server.services.items.faulty_items import add_report

router = APIRouter(prefix="/api/tests", tags=["tests"])


async def _attempt_id(test_id: str, _user_id: UserIdDep) -> UUID:
    # Depends on the user so that a request without a token gets 401 before the id is checked.
    return parse_id(test_id, unknown_attempt)


AttemptIdDep = Annotated[UUID, Depends(_attempt_id)]


@router.post("", status_code=201, responses={200: {"description": "An open attempt is resumed"}})
async def start_attempt(
    form: StartAttempt,
    context: CurrentContextDep,
    user_id: LiveUserIdDep,
    limits: LimitsDep,
    response: Response,
) -> AttemptState:
    """Start an attempt or a mock exam, or resume the open one in this technology."""
    state = await attempts.start_attempt(context, user_id, form.technology, mock=form.mock)
    if state.resumed:
        response.status_code = 200
    elif form.mock:
        # Counts only those that start; a refusal rolls this one back.
        await limits.count_own("mock_exam", user_id)
    return state


@router.get("")
async def list_attempts(
    context: CurrentContextDep,
    user_id: UserIdDep,
    query: Annotated[AttemptQuery, Query()],
    next_link: NextLinkDep,
) -> Sequence[AttemptSummary]:
    """List the user's attempts, or mock exams, newest first."""
    return next_link.rows(await attempts.list_attempts(context, user_id, page_request(query), query))


@router.get("/{test_id}")
async def read_attempt(
    attempt_id: AttemptIdDep, context: CurrentContextDep, user_id: UserIdDep
) -> AttemptState:
    """Read the state of an attempt: the current item and its saved answer."""
    return await attempts.read_attempt(context, user_id, attempt_id)


@router.put("/{test_id}/answers/{position}")
async def save_answer(
    test_id: str, position: Position, form: SaveAnswer, context: NoTransactionDep, claims: ClaimsDep
) -> SavedAnswer:
    """Save the answer to the current item; saving again replaces it, unless a newer answer is saved."""
    attempt_id = parse_id(test_id, unknown_attempt)
    return await answers.save_answer(context, claims.user_id, attempt_id, position, form)


@router.post("/{test_id}/advance")
async def advance(
    attempt_id: AttemptIdDep, form: AdvanceAttempt, context: ContextDep, user_id: LiveUserIdDep
) -> AttemptState:
    """Leave an answered item for good; repeating the call changes nothing."""
    return await answers.advance(context, user_id, attempt_id, form.position)


@router.post("/{test_id}/events", status_code=204)
async def report_event(
    attempt_id: AttemptIdDep, form: ReportEvent, context: ContextDep, user_id: UserIdDep, limits: LimitsDep
) -> None:
    """Record that the page of a running attempt was left, or that a text was pasted; 200 of them at most."""
    await limits.count_own("exam_events", user_id)
    await integrity.record_event(context, user_id, attempt_id, form)


@router.post("/{test_id}/items/{position}/report", status_code=201)
async def report_item(
    attempt_id: AttemptIdDep,
    position: Position,
    form: ReportItem,
    context: ContextDep,
    user_id: LiveUserIdDep,
    limits: LimitsDep,
) -> ReportedItem:
    """Report a fault in an item; the attempt goes on."""
    await limits.count_own("report", user_id)
    row = await load_given_item(context, user_id, attempt_id, position)
    return await add_report(context, user_id, row, position, "exam", form)


@router.post("/{test_id}/submit")
async def submit(
    attempt_id: AttemptIdDep, context: CurrentContextDep, user_id: LiveUserIdDep
) -> AttemptResult:
    """End the attempt and score it; repeating the call returns the same result."""
    await closing.submit(context, user_id, attempt_id)
    return await results.read_result(context, user_id, attempt_id)


@router.get("/{test_id}/result")
async def read_result(
    attempt_id: AttemptIdDep, context: CurrentContextDep, user_id: UserIdDep
) -> AttemptResult:
    """Read the result of an attempt that has ended."""
    return await results.read_result(context, user_id, attempt_id)


@router.get("/{test_id}/score-report", response_class=PdfResponse)
async def download_score_report(
    test_id: str,
    context: NoTransactionDep,
    user_id: UserIdDep,
    resources: ResourcesDep,
    printing: Annotated[Printing, Query()],
) -> PdfResponse:
    """Download the score report of an attempt as a PDF, in the language of the request; needs Pro."""
    attempt_id = parse_id(test_id, unknown_attempt)
    await context.limits.count_own("pdf", user_id)
    pdf = await render_score_report(
        context, resources.certificate_renderer, user_id, attempt_id, printing.paper
    )
    return PdfResponse.download(pdf, f"score-report-{attempt_id}.pdf")
