"""The caller's account, its login sessions, and its requests for extra time, which operators decide."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from webdev_certs.schemas.auth import EmailChange, LoginSession
from webdev_certs.schemas.exams import AskExtraTime, ExtraTimeRequest
from webdev_certs.schemas.export import Export
from webdev_certs.schemas.profile import (
    AccountDeletion,
    PasswordChange,
    Profile,
    ProfileChange,
)
from webdev_certs.server.api.dependencies import (
    ClaimsDep,
    ContextDep,
    CurrentContextDep,
    DbDep,
    LimitsDep,
    LiveUserDep,
    LiveUserIdDep,
    NoTransactionDep,
    ResourcesDep,
    parse_id,
)
from webdev_certs.server.api.responses import ListQueryDep, NextLinkDep, page_request
from webdev_certs.server.services.accounts import (
    confirmation,
    deletion,
    export,
    login_sessions,
    passwords,
    profile,
)
from webdev_certs.server.services.accounts.login_sessions import unknown_login_session
from webdev_certs.server.services.exams import extra_time

router = APIRouter(prefix="/api/profile", tags=["profile"])


@router.get("")
async def read_profile(context: ContextDep, user: LiveUserDep) -> Profile:
    """Return the caller's account."""
    return await profile.read_profile(context, user)


@router.patch("")
async def change_profile(change: ProfileChange, context: ContextDep, user: LiveUserDep) -> Profile:
    """Change the given fields."""
    return await profile.change_profile(context, user, change)


@router.delete("", status_code=204)
async def delete_account(form: AccountDeletion, claims: ClaimsDep, context: NoTransactionDep) -> None:
    """Delete the account for good; its owner chooses what happens to its certificates."""
    await deletion.delete_account(context, claims, form)


@router.post("/email", status_code=202)
async def change_email(form: EmailChange, claims: ClaimsDep, context: NoTransactionDep) -> None:
    """Mail a link to the new email; the old email stays until it is used."""
    await confirmation.request_email_change(context, claims, form)


@router.post("/password", status_code=204)
async def change_password(form: PasswordChange, claims: ClaimsDep, context: NoTransactionDep) -> None:
    """Change the password or set the first one, and end all other login sessions."""
    await passwords.change_password(context, claims, form)


@router.get("/export", response_model=Export)
async def export_data(
    context: CurrentContextDep,
    claims: ClaimsDep,
    user: LiveUserDep,
    limits: LimitsDep,
    resources: ResourcesDep,
) -> Response:
    """Return everything that is stored about the caller, as a file."""
    await limits.count_own("export", user.id)
    content = await export.export(context, user, claims.login_session_id, resources.export_workers)
    disposition = 'attachment; filename="webdev-certs-export.json"'
    return Response(content, media_type="application/json", headers={"Content-Disposition": disposition})


async def _login_session_id(login_session_id: str, _user_id: LiveUserIdDep) -> UUID:
    # Depends on the user, so that a caller who is not signed in gets 401 even for a malformed id.
    return parse_id(login_session_id, unknown_login_session)


LoginSessionIdDep = Annotated[UUID, Depends(_login_session_id)]


@router.get("/login-sessions")
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


@router.delete("/login-sessions", status_code=204)
async def end_other_login_sessions(
    db: DbDep, claims: ClaimsDep, user_id: LiveUserIdDep, resources: ResourcesDep
) -> None:
    """Sign out on all other devices."""
    await login_sessions.end_login_sessions(db, user_id, resources.clock(), keep=claims.login_session_id)


@router.delete("/login-sessions/{login_session_id}", status_code=204)
async def end_login_session(
    login_session_id: LoginSessionIdDep, db: DbDep, user_id: LiveUserIdDep, resources: ResourcesDep
) -> None:
    """Sign out on one device."""
    await login_sessions.end_own_login_session(db, user_id, login_session_id, resources.clock())


@router.get("/extra-time")
async def list_requests(context: ContextDep, user_id: LiveUserIdDep) -> Sequence[ExtraTimeRequest]:
    """List the caller's latest requests, newest first."""
    return await extra_time.list_own(context, user_id)


@router.post("/extra-time", status_code=201)
async def ask_extra_time(
    form: AskExtraTime, context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep
) -> ExtraTimeRequest:
    """Ask an operator for extra time. There can be one open request at a time."""
    await limits.count_own("extra_time", user_id)
    return await extra_time.ask(context, user_id, form)
