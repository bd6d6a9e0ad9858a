"""The caller's requests for extra time. Operators decide them on the command line."""

from collections.abc import Sequence

from fastapi import APIRouter

from webdev_certs.schemas.exams import AskExtraTime, ExtraTimeRequest
from webdev_certs.server.api.context import ContextDep
from webdev_certs.server.api.dependencies import LiveUserIdDep
from webdev_certs.server.api.limits import LimitsDep
from webdev_certs.server.services.exams import extra_time

router = APIRouter(prefix="/api/profile/extra-time", tags=["profile"])


@router.get("")
async def list_requests(context: ContextDep, user_id: LiveUserIdDep) -> Sequence[ExtraTimeRequest]:
    """List the caller's latest requests, newest first."""
    return await extra_time.list_own(context, user_id)


@router.post("", status_code=201)
async def ask_extra_time(
    form: AskExtraTime, context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep
) -> ExtraTimeRequest:
    """Ask an operator for extra time. There can be one open request at a time."""
    await limits.count_own("extra_time", user_id)
    return await extra_time.ask(context, user_id, form)
