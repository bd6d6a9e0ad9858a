"""Accounts and sessions (specification §7, auth area)."""

from fastapi import APIRouter, Request

from webdev_certs.api.dependencies import ClaimsDep, Resources, ResourcesDep, SessionDep
from webdev_certs.api.limits import LimitedClaimsDep, LimitsDep
from webdev_certs.models import accounts as tables
from webdev_certs.models.database import AsyncSession
from webdev_certs.schemas import auth
from webdev_certs.services import accounts, tokens
from webdev_certs.services.limits import Limits, is_known_place

router = APIRouter(prefix="/api/auth", tags=["auth"])


@router.post("/register", status_code=201)
async def register(
    form: auth.Registration,
    session: SessionDep,
    resources: ResourcesDep,
    limits: LimitsDep,
    request: Request,
) -> auth.AuthResponse:
    """Makes an account and signs it in."""
    await limits.spend("registration", form.email)
    user = await accounts.register(session, resources.password_hasher, resources.clock(), **form.model_dump())
    return await _sign_in(session, resources, user, request, limits)


@router.post("/login")
async def login(
    form: auth.Credentials, resources: ResourcesDep, limits: LimitsDep, request: Request
) -> auth.AuthResponse:
    """Signs in."""
    # Two transactions, so that no database connection waits while the password is checked.
    async with resources.database.session_scope() as session:
        account = await accounts.find_by_email(session, form.email)
        user_id = account.id if account else None
        known = await is_known_place(session, user_id, limits.place, resources.clock())
    async with limits.guesses(form.email, known=known):
        user = await accounts.check_credentials(resources.password_hasher, account, form.password)
    async with resources.database.session_scope() as session:
        session.add(user)
        return await _sign_in(session, resources, user, request, limits)


@router.post("/logout", status_code=204)
async def logout(claims: ClaimsDep, session: SessionDep, resources: ResourcesDep) -> None:
    """Ends the bearer's session; doing it again changes nothing."""
    await tokens.end_session(session, claims.session_id, resources.clock())


@router.post("/refresh")
async def refresh(
    form: auth.RefreshRequest, session: SessionDep, resources: ResourcesDep, limits: LimitsDep
) -> auth.RefreshResponse:
    """A new access token for the session that the refresh token belongs to."""
    now = resources.clock()
    async with limits.refusals("refresh"):
        claims = await tokens.refresh_access(session, form.refresh_token, now)
    await limits.spend_own("refresh", claims.user_id)
    token = tokens.issue_access_token(resources.signing_key, resources.settings, claims, now)
    return auth.RefreshResponse(access_token=token)


@router.post("/verify")
async def verify(
    claims: LimitedClaimsDep, session: SessionDep, resources: ResourcesDep, limits: LimitsDep
) -> auth.VerifyResponse:
    """Who the bearer is, provided that the session has not been ended."""
    async with limits.refusals("verify"):
        user = await accounts.get_user(session, claims, resources.clock())
    return auth.VerifyResponse(user=_shown(user))


async def _sign_in(
    session: AsyncSession, resources: Resources, user: tables.User, request: Request, limits: Limits
) -> auth.AuthResponse:
    now = resources.clock()
    device = request.headers.get("user-agent", "")
    started = await tokens.start_session(
        session, resources.settings, user.id, device, now, place=limits.place
    )
    return auth.AuthResponse(
        access_token=tokens.issue_access_token(
            resources.signing_key, resources.settings, started.claims, now
        ),
        refresh_token=started.refresh_token,
        user=_shown(user),
    )


def _shown(user: tables.User) -> auth.User:
    return auth.User(id=user.id, email=user.email, full_name=user.full_name)
