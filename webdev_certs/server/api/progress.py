"""The caller's progress."""

from fastapi import APIRouter

from webdev_certs.schemas.progress import Progress
from webdev_certs.server.api.dependencies import UserIdDep
from webdev_certs.server.api.exams import CurrentContextDep
from webdev_certs.server.services.practice import progress

router = APIRouter(prefix="/api/progress", tags=["progress"])


@router.get("")
async def read_progress(context: CurrentContextDep, user_id: UserIdDep) -> Progress:
    """Return figures about the caller's tests, practice sessions and certificates."""
    return await progress.read_progress(context, user_id)
