"""One's own signed-in sessions."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends

from webdev_certs.server.api.context import parse_id
from webdev_certs.server.api.dependencies import ClaimsDep, LiveUserIdDep, ResourcesDep, SessionDep
from webdev_certs.schemas.login_sessions import Session
from webdev_certs.server.services import sessions
from webdev_certs.server.services.sessions import unknown_session

router = APIRouter(prefix="/api/profile/sessions", tags=["profile"])


async def _session_id(session_id: str, _user_id: LiveUserIdDep) -> UUID:
    # Only once it is known who asks.
    return parse_id(session_id, unknown_session)


SessionIdDep = Annotated[UUID, Depends(_session_id)]


@router.get("")
async def list_sessions(
    session: SessionDep, claims: ClaimsDep, _user_id: LiveUserIdDep, resources: ResourcesDep
) -> list[Session]:
    """Where one is signed in, the latest seen first."""
    return await sessions.list_sessions(session, claims, resources.clock())


@router.delete("", status_code=204)
async def end_other_sessions(
    session: SessionDep, claims: ClaimsDep, user_id: LiveUserIdDep, resources: ResourcesDep
) -> None:
    """Signs out everywhere else."""
    await sessions.end_sessions(session, user_id, resources.clock(), keep=claims.session_id)


@router.delete("/{session_id}", status_code=204)
async def end_session(
    session_id: SessionIdDep, session: SessionDep, user_id: LiveUserIdDep, resources: ResourcesDep
) -> None:
    """Signs out on one device."""
    await sessions.end_own_session(session, user_id, session_id, resources.clock())
