"""The caller's progress."""

from typing import Annotated

from fastapi import APIRouter, Query

from webdev_certs.schemas.progress import LearnerStanding, Progress, StandingQuery
from webdev_certs.schemas.tutor import PlanReason
from webdev_certs.server.api.dependencies import (
    ClaimsDep,
    CurrentContextDep,
    LimitsDep,
    NoTransactionDep,
    UserIdDep,
)
from webdev_certs.server.api.responses import CalendarResponse
from webdev_certs.server.services.practice import plan_calendar, progress, standing
from webdev_certs.server.services.tutor import plan_reason

router = APIRouter(prefix="/api/progress", tags=["progress"])


@router.get("")
async def read_progress(context: CurrentContextDep, user_id: UserIdDep) -> Progress:
    """Return figures about the caller's attempts, practice sessions and certificates."""
    return await progress.read_progress(context, user_id)


@router.get("/learning")
async def read_standing(
    context: CurrentContextDep,
    user_id: UserIdDep,
    query: Annotated[StandingQuery, Query()],
    limits: LimitsDep,
) -> LearnerStanding:
    """Return the caller's ability, readiness, activity, due reviews and next step."""
    await limits.count_own("standing", user_id)
    found = await standing.read_standing(context, user_id, query.time_zone)
    return found.model_copy(update={"tutor": await plan_reason.can_ask(context, user_id)})


@router.post("/plan/reason")
async def ask_why(
    context: NoTransactionDep,
    claims: ClaimsDep,
    query: Annotated[StandingQuery, Query()],
    limits: LimitsDep,
) -> PlanReason:
    """Ask the tutor why today's tasks of the first daily plan come in their order."""
    await limits.count_own("tutor", claims.user_id)
    return await plan_reason.ask_why(context, claims, query.time_zone)


@router.get("/plan.ics", response_class=CalendarResponse)
async def download_calendar(
    context: CurrentContextDep,
    user_id: UserIdDep,
    query: Annotated[StandingQuery, Query()],
    limits: LimitsDep,
) -> CalendarResponse:
    """Download the caller's daily plan as a calendar file, in the language of the request."""
    await limits.count_own("standing", user_id)
    content = await plan_calendar.read_calendar(context, user_id, query.time_zone)
    return CalendarResponse.download(content, "daily-plan.ics")
