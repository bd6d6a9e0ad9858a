"""The caller's progress."""

from typing import Annotated

from fastapi import APIRouter, Query

from webdev_certs.schemas.progress import LearnerStanding, Progress, StandingQuery
from webdev_certs.server.api.dependencies import CurrentContextDep, LimitsDep, UserIdDep
from webdev_certs.server.api.responses import CalendarResponse
from webdev_certs.server.services.practice import plan_calendar, progress, standing

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
    return await standing.read_standing(context, user_id, query.time_zone)


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
