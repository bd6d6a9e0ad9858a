"""Certification tests (specification §7, tests area)."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy import Connection

from webdev_certs.server.api.context import ContextDep, Position, parse_id
from webdev_certs.server.api.dependencies import ClaimsDep, LiveUserIdDep, Resources, UserIdDep
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.schemas.exams import (
    AdvanceTest,
    SaveAnswer,
    SavedAnswer,
    StartTest,
    TestResult,
    TestState,
    TestSummary,
)
from webdev_certs.server.services import exam_answers, exam_moves, exam_results, exams
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.exams.records import unknown_test

router = APIRouter(prefix="/api/tests", tags=["tests"])


async def _test_id(test_id: str, _user_id: UserIdDep) -> UUID:
    # Only once it is known who asks.
    return parse_id(test_id, unknown_test)


async def _settled_context(context: ContextDep, user_id: UserIdDep) -> Context:
    """Closes overdue attempts for good: it must outlive the refusal that the request may end with."""
    if await exam_results.close_overdue(context, user_id):
        await context.session.commit()
    return context


TestIdDep = Annotated[UUID, Depends(_test_id)]
SettledContextDep = Annotated[Context, Depends(_settled_context)]


@router.post("", status_code=201, responses={200: {"description": "An open test is resumed"}})
async def start_test(
    form: StartTest, context: SettledContextDep, user_id: LiveUserIdDep, response: Response
) -> TestState:
    """Starts a test, or goes on with the one that is open in this technology."""
    state = await exams.start_test(context, user_id, form.technology)
    if state.resumed:
        response.status_code = 200
    return state


@router.get("")
async def list_tests(context: SettledContextDep, user_id: UserIdDep) -> list[TestSummary]:
    """One's tests, newest first."""
    return await exams.list_tests(context, user_id)


@router.get("/{test_id}")
async def read_test(test_id: TestIdDep, context: SettledContextDep, user_id: UserIdDep) -> TestState:
    """Where one is in a test: the current item and what has been saved for it."""
    return await exams.read_test(context, user_id, test_id)


@router.put("/{test_id}/answers/{position}")
async def save_answer(
    test_id: str, position: Position, form: SaveAnswer, request: Request, claims: ClaimsDep
) -> SavedAnswer:
    """Saves the answer to the current item; saving again replaces it."""
    resources: Resources = request.app.state.resources
    attempt, user_id, now = parse_id(test_id, unknown_test), claims.user_id, resources.clock()

    def save(connection: Connection) -> SavedAnswer:
        return exam_answers.save_answer(
            connection, resources.bank, now, user_id, attempt, position, form.response
        )

    # Without the settled context: this path costs one query to read and one to write.
    try:
        return await resources.database.run(save)
    except Conflict as refusal:
        if refusal.code == "deadline_passed":
            async with resources.database.session_scope() as session:
                context = Context(session, resources.bank, resources.settings, now, resources.rng)
                await exam_results.close_overdue(context, user_id)
        raise


@router.post("/{test_id}/advance")
async def advance(
    test_id: TestIdDep, form: AdvanceTest, context: SettledContextDep, user_id: LiveUserIdDep
) -> TestState:
    """Leaves an answered item for good; repeating it changes nothing."""
    return await exam_moves.advance(context, user_id, test_id, form.position)


@router.post("/{test_id}/submit")
async def submit(test_id: TestIdDep, context: SettledContextDep, user_id: LiveUserIdDep) -> TestResult:
    """Ends the test and scores it; repeating it returns the same result."""
    return await exam_results.submit(context, user_id, test_id)


@router.get("/{test_id}/result")
async def read_result(test_id: TestIdDep, context: SettledContextDep, user_id: UserIdDep) -> TestResult:
    """The result of a test that has ended."""
    return await exam_results.read_result(context, user_id, test_id)
