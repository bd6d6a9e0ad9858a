"""Practice sessions, what learners do with their questions, and sample questions."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query

from webdev_certs.schemas.items import ReportedItem, ReportItem
from webdev_certs.schemas.pages import HistoryQuery, MistakesQuery, PracticeQuery, QuestionQuery
from webdev_certs.schemas.practice import (
    Annotate,
    Annotation,
    AnswerPractice,
    ClaimSample,
    HistoryEntry,
    Mistake,
    PracticeFeedback,
    PracticeReport,
    PracticeResult,
    PracticeState,
    PracticeSummary,
    ReviewedItem,
    SampleRequest,
    SampleState,
    StartMistakes,
    StartPractice,
    StartQuestion,
    StartReview,
    TechnologyMistakes,
)
from webdev_certs.schemas.question_help import MOST_EXAMPLES, QuestionHelp
from webdev_certs.schemas.question_search import FoundQuestion
from webdev_certs.server.api.dependencies import (
    ContextDep,
    LimitsDep,
    LiveUserIdDep,
    Position,
    ResourcesDep,
    UserIdDep,
    parse_id,
)
from webdev_certs.server.api.responses import NextLinkDep, page_request
from webdev_certs.server.services.practice import (
    annotations,
    answers,
    history,
    mistakes,
    practice_session,
    question_help,
    question_search,
    results,
    sample_questions,
    starting,
)
from webdev_certs.server.services.practice.practice_session import unknown_practice_session

router = APIRouter(prefix="/api/practice", tags=["practice"])
samples_router = APIRouter(prefix="/api/samples", tags=["practice"])


async def _practice_session_id(practice_session_id: str, _user_id: UserIdDep) -> UUID:
    # Depends on the user so that a request without a token gets 401 before the id is checked.
    return parse_id(practice_session_id, unknown_practice_session)


PracticeSessionIdDep = Annotated[UUID, Depends(_practice_session_id)]


@router.post("", status_code=201)
async def start_practice(
    form: StartPractice, context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep
) -> PracticeState:
    """Start a practice session; without a difficulty it adapts to the user."""
    await limits.count_own("practice", user_id)
    return await starting.start_practice(context, user_id, form)


@router.post("/reviews", status_code=201)
async def start_review(
    form: StartReview, context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep
) -> PracticeState:
    """Start a practice session with missed questions that are due today."""
    await limits.count_own("practice", user_id)
    return await starting.start_review(context, user_id, form)


@router.post("/mistakes", status_code=201)
async def start_mistakes(
    form: StartMistakes, context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep
) -> PracticeState:
    """Practice questions whose latest answer is wrong, oldest first, or resume; needs paid access."""
    await limits.count_own("practice", user_id)
    return await starting.start_mistakes(context, user_id, form)


@router.get("/questions")
async def search_questions(
    context: ContextDep,
    user_id: UserIdDep,
    query: Annotated[QuestionQuery, Query()],
    next_link: NextLinkDep,
    limits: LimitsDep,
) -> Sequence[FoundQuestion]:
    """Search all practice questions, and with Pro the explanations of those that the user has answered."""
    await limits.count_own("search", user_id)
    return next_link.rows(
        await question_search.search_questions(context, user_id, page_request(query), query)
    )


@router.post("/questions", status_code=201)
async def start_question(
    form: StartQuestion, context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep
) -> PracticeState:
    """Practice one chosen question, or resume it."""
    await limits.count_own("practice", user_id)
    return await starting.start_question(context, user_id, form)


# Before the routes of practice sessions, which would take `mistakes` for an id.
@router.get("/mistakes")
async def list_mistakes(
    context: ContextDep,
    user_id: UserIdDep,
    query: Annotated[MistakesQuery, Query()],
    next_link: NextLinkDep,
) -> Sequence[Mistake]:
    """List the questions whose latest answer is wrong, newest first; needs paid access."""
    page = await mistakes.list_mistakes(context, user_id, query.technology, query.topic, page_request(query))
    return next_link.rows(page)


@router.get("/mistakes/counts")
async def count_mistakes(context: ContextDep, user_id: UserIdDep) -> list[TechnologyMistakes]:
    """Count these questions by technology and topic; needs paid access."""
    return await mistakes.count_mistakes(context, user_id)


@router.get("/history")
async def list_history(
    context: ContextDep,
    user_id: UserIdDep,
    query: Annotated[HistoryQuery, Query()],
    next_link: NextLinkDep,
    limits: LimitsDep,
) -> Sequence[HistoryEntry]:
    """List and search the questions that the user has answered; needs Pro."""
    await limits.count_own("search", user_id)
    return next_link.rows(await history.list_history(context, user_id, page_request(query), query))


@router.post("/{practice_session_id}/retry", status_code=201)
async def retry(
    practice_session_id: PracticeSessionIdDep, context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep
) -> PracticeState:
    """Ask the missed questions of a finished practice session again, or resume the unfinished retry."""
    await limits.count_own("practice", user_id)
    return await starting.retry(context, user_id, practice_session_id)


@router.get("")
async def list_practice_sessions(
    context: ContextDep,
    user_id: UserIdDep,
    query: Annotated[PracticeQuery, Query()],
    next_link: NextLinkDep,
) -> Sequence[PracticeSummary]:
    """List the user's practice sessions, newest first."""
    page = await practice_session.list_practice_sessions(context, user_id, page_request(query), query)
    return next_link.rows(page)


@router.get("/{practice_session_id}")
async def read_practice_session(
    practice_session_id: PracticeSessionIdDep, context: ContextDep, user_id: UserIdDep
) -> PracticeState:
    """Read the state of a practice session."""
    return await practice_session.read_practice_session(context, user_id, practice_session_id)


@router.post("/{practice_session_id}/answers/{position}")
async def answer(
    practice_session_id: PracticeSessionIdDep,
    position: Position,
    form: AnswerPractice,
    context: ContextDep,
    user_id: UserIdDep,
) -> PracticeFeedback:
    """Answer the current question and get the feedback."""
    return await answers.answer(context, user_id, practice_session_id, position, form.response)


@router.get("/{practice_session_id}/answers")
async def list_answers(
    practice_session_id: PracticeSessionIdDep, context: ContextDep, user_id: UserIdDep
) -> list[ReviewedItem]:
    """List all answered questions of a practice session with the feedback on each."""
    return await answers.list_answers(context, user_id, practice_session_id)


@router.get("/{practice_session_id}/answers/{position}")
async def read_feedback(
    practice_session_id: PracticeSessionIdDep, position: Position, context: ContextDep, user_id: UserIdDep
) -> PracticeFeedback:
    """Read the feedback on an answered question."""
    return await answers.read_feedback(context, user_id, practice_session_id, position)


@router.get("/{practice_session_id}/items/{position}/help")
async def read_help(
    practice_session_id: PracticeSessionIdDep,
    position: Position,
    context: ContextDep,
    user_id: UserIdDep,
    limits: LimitsDep,
    example: Annotated[int, Query(ge=1, le=MOST_EXAMPLES)] = 1,
) -> QuestionHelp:
    """Read the help with an answered question: misconceptions, an example, and similar questions."""
    await limits.count_own("help", user_id)
    return await question_help.read_help(context, user_id, practice_session_id, position, example)


@router.patch("/{practice_session_id}/items/{position}/annotation")
async def annotate(
    practice_session_id: PracticeSessionIdDep,
    position: Position,
    form: Annotate,
    context: ContextDep,
    user_id: LiveUserIdDep,
    limits: LimitsDep,
) -> Annotation:
    """Bookmark an answered question, or keep a note on it; needs Pro."""
    await limits.count_own("annotation", user_id)
    return await annotations.annotate(context, user_id, practice_session_id, position, form)


@router.post("/{practice_session_id}/items/{position}/report", status_code=201)
async def report_item(
    practice_session_id: PracticeSessionIdDep,
    position: Position,
    form: ReportItem,
    context: ContextDep,
    user_id: LiveUserIdDep,
    limits: LimitsDep,
) -> ReportedItem:
    """Report a fault in a question."""
    await limits.count_own("report", user_id)
    return await answers.report_item(context, user_id, practice_session_id, position, form)


@router.get("/{practice_session_id}/report")
async def read_report(
    practice_session_id: PracticeSessionIdDep, context: ContextDep, user_id: UserIdDep
) -> PracticeReport:
    """Read what a finished practice session shows to everybody: topics and missed questions."""
    return await results.read_report(context, user_id, practice_session_id)


@router.get("/{practice_session_id}/result")
async def read_result(
    practice_session_id: PracticeSessionIdDep, context: ContextDep, user_id: UserIdDep
) -> PracticeResult:
    """Read the full review of a finished practice session; needs paid access."""
    return await results.read_full_review(context, user_id, practice_session_id)


@samples_router.post("")
async def continue_sample(form: SampleRequest, resources: ResourcesDep, limits: LimitsDep) -> SampleState:
    """Grade sample answers and get the estimate, the feedback and the next question."""
    await limits.count("sample")
    return sample_questions.answer_sample_questions(resources.bank, form.technology, form.answers)


@samples_router.post("/claim")
async def claim_sample(
    form: ClaimSample, context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep
) -> PracticeState:
    """Continue sample questions as a practice session; a second claim returns that of the first."""
    # Every claim counts against the limit of samples, but only an accepted one against that of practice.
    await limits.count("sample")
    practice = await sample_questions.claim_sample_questions(context, user_id, form)
    await limits.count_own("practice", user_id)
    return practice
