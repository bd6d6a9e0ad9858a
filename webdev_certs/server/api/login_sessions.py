"""The caller's login sessions."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends

from webdev_certs.schemas.auth import LoginSession
from webdev_certs.server.api.context import parse_id
from webdev_certs.server.api.dependencies import ClaimsDep, DbDep, LiveUserIdDep, ResourcesDep
from webdev_certs.server.api.pages import ListQueryDep, NextLinkDep, page_request
from webdev_certs.server.services.accounts import login_sessions
from webdev_certs.server.services.accounts.login_sessions import unknown_login_session

router = APIRouter(prefix="/api/profile/login-sessions", tags=["profile"])


async def _login_session_id(login_session_id: str, _user_id: LiveUserIdDep) -> UUID:
    # Depends on the user, so that a caller who is not signed in gets 401 even for a malformed id.
    return parse_id(login_session_id, unknown_login_session)


LoginSessionIdDep = Annotated[UUID, Depends(_login_session_id)]


@router.get("")
async def list_login_sessions(
    db: DbDep,
    claims: ClaimsDep,
    _user_id: LiveUserIdDep,
    resources: ResourcesDep,
    query: ListQueryDep,
    next_link: NextLinkDep,
) -> Sequence[LoginSession]:
    """Return the devices on which the caller is signed in, the most recently seen first."""
    return next_link.rows(
        await login_sessions.list_login_sessions(db, claims, page_request(query), resources.clock())
    )


@router.delete("", status_code=204)
async def end_other_login_sessions(
    db: DbDep, claims: ClaimsDep, user_id: LiveUserIdDep, resources: ResourcesDep
) -> None:
    """Sign out on all other devices."""
    await login_sessions.end_login_sessions(db, user_id, resources.clock(), keep=claims.login_session_id)


@router.delete("/{login_session_id}", status_code=204)
async def end_login_session(
    login_session_id: LoginSessionIdDep, db: DbDep, user_id: LiveUserIdDep, resources: ResourcesDep
) -> None:
    """Sign out on one device."""
    await login_sessions.end_own_login_session(db, user_id, login_session_id, resources.clock())
