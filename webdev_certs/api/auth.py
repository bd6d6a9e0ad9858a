"""Accounts and sessions (specification §7, auth area)."""

from fastapi import APIRouter, Request

from webdev_certs.server.api.context import ContextDep
from webdev_certs.server.api.dependencies import ClaimsDep, ResourcesDep, SessionDep
from webdev_certs.server.api.limits import LimitedClaimsDep, LimitsDep
from webdev_certs.server.api.sign_in import shown_user, sign_in
from webdev_certs.schemas import auth
from webdev_certs.server.services import accounts, passwords, registration, tokens
from webdev_certs.server.services.limits import is_known_place

router = APIRouter(prefix="/api/auth", tags=["auth"])


@router.post("/register", status_code=201)
async def register(
    form: auth.Registration,
    context: ContextDep,
    resources: ResourcesDep,
    limits: LimitsDep,
    request: Request,
) -> auth.AuthResponse:
    """Makes an account, mails a link that confirms its address, and signs in."""
    mailed = await limits.spend_registration(form.email)
    user = await registration.register(context, resources.password_hasher, **form.model_dump(), mailed=mailed)
    return await sign_in(context.session, resources, user, request, limits)


@router.post("/login")
async def login(
    form: auth.Credentials, resources: ResourcesDep, limits: LimitsDep, request: Request
) -> auth.AuthResponse:
    """Signs in."""
    # Two transactions, so that no database connection waits while the password is checked.
    async with resources.database.session_scope() as session:
        namesakes = await accounts.find_namesakes(session, form.email, limits.place)
        checked = {account.id: account.password_hash for account in namesakes if account}
        # Anyone makes a place known to an account of their own, but not to one whose address is confirmed.
        owner = namesakes[0]
        known = await is_known_place(session, owner and owner.id, limits.place, resources.clock())
    async with limits.guesses(form.email, known=known):
        user = await accounts.check_namesakes(resources.password_hasher, namesakes, form.password)
    await limits.forgive(user)
    async with resources.database.session_scope() as session:
        if not await passwords.replace_hash(session, user.id, checked[user.id], user.password_hash):
            # Another request has changed the password meanwhile.
            raise accounts.invalid_credentials()
        return await sign_in(session, resources, user, request, limits)


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
    return auth.VerifyResponse(user=shown_user(user))
