"""The checks for load balancers and process managers: alive, and ready to serve."""

from contextlib import suppress
from typing import Literal

from fastapi import APIRouter

from webdev_certs.schemas.base import Response
from webdev_certs.server.api.dependencies import ResourcesDep, new_context
from webdev_certs.server.api.errors import problem
from webdev_certs.server.database.clock import MOST_DIFFERENCE
from webdev_certs.server.database.outage import DatabaseOverloaded
from webdev_certs.server.database.readiness import find_trouble
from webdev_certs.server.services.exams.reviews import find_overdue_reviews


class Health(Response):
    status: Literal["ok"] = "ok"


class ReviewsOverdue(Response):
    """Tests wait for an operator's decision for too long."""

    code: Literal["reviews_overdue"] = "reviews_overdue"
    count: int
    """How many tests have waited for more than five days for an operator's decision."""
    oldest_days: int
    """How many whole days the oldest of them has waited."""


class OperatorIncomplete(Response):
    """The law of the operator's country asks for pages that are left out, because settings are missing."""

    code: Literal["operator_incomplete"] = "operator_incomplete"
    settings: list[str]
    """The settings to add, e.g. `OPERATOR__ADDRESS`."""


class RedisUnavailable(Response):
    """Redis does not answer: each process counts the limits by itself until it is back."""

    code: Literal["redis_unavailable"] = "redis_unavailable"


class Overloaded(Response):
    """In the last minute calls were refused, because no connection to the database was free in time."""

    code: Literal["overloaded"] = "overloaded"


Warnings = list[ReviewsOverdue | OperatorIncomplete | RedisUnavailable | Overloaded]


class Ready(Response):
    status: Literal["ready"] = "ready"
    warnings: Warnings = []
    """What an operator should do soon; requests are served all the same."""


router = APIRouter(prefix="/api", tags=["health"])


@router.get("/health")
async def health() -> Health:
    """Answer `ok` while the process lives, whatever it depends on."""
    return Health()


@router.get("/ready", response_model=Ready, responses={503: {"description": "The reason is in `code`"}})
async def ready(resources: ResourcesDep):
    """Answer `ready` if requests can be served and answers saved, with what operators should do; else say why
    not.
    """
    trouble = await find_trouble(resources.database, resources.settings.data_dir)
    if trouble:
        return problem(503, "Not ready", trouble.code, trouble.message)
    difference = resources.database.clock.difference()
    if difference is not None and abs(difference) > MOST_DIFFERENCE:
        told = f"The clock of this machine is {difference.total_seconds():+.0f} s from the database's."
        return problem(503, "Not ready", "clock_differs", told)
    if not resources.bank_store.is_stored:
        return problem(503, "Not ready", "starting", "The question bank is not stored yet.")
    overdue = None
    with suppress(DatabaseOverloaded):
        async with new_context(resources).transaction() as context:
            overdue = await find_overdue_reviews(context)
    warnings: Warnings = []
    if overdue is not None:
        warnings.append(ReviewsOverdue(count=overdue.count, oldest_days=overdue.oldest_days))
    if missing := resources.settings.operator.missing:
        warnings.append(OperatorIncomplete(settings=missing))
    # Not a reason to serve nobody: all processes share Redis, so none would be left.
    if not await resources.limiter.is_reachable():
        warnings.append(RedisUnavailable())
    if resources.database.outage.is_overloaded:
        warnings.append(Overloaded())
    return Ready(warnings=warnings)
