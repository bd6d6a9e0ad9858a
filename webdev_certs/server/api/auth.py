"""Registration, sign-in and tokens (specification §7, auth area)."""

from fastapi import APIRouter

from webdev_certs.schemas import auth
from webdev_certs.server.api.context import ContextDep, NoTransactionDep
from webdev_certs.server.api.dependencies import AnyClaimsDep, DbDep, ResourcesDep
from webdev_certs.server.api.limits import LimitedClaimsDep, LimitsDep
from webdev_certs.server.services.accounts import accounts, login_sessions, registration, sign_in

router = APIRouter(prefix="/api/auth", tags=["auth"])


@router.post("/register", status_code=201)
async def register(form: auth.Registration, account: NoTransactionDep) -> auth.AuthResponse:
    """Create an account, mail a link that confirms its email, and sign in."""
    return await registration.register(account, form)


@router.post("/login")
async def login(form: auth.Credentials, account: NoTransactionDep) -> auth.AuthResponse:
    """Sign in with email and password."""
    return await sign_in.sign_in(account, form)


@router.post("/logout", status_code=204)
async def logout(claims: AnyClaimsDep, db: DbDep, resources: ResourcesDep) -> None:
    """End the caller's login session; repeating it changes nothing."""
    await login_sessions.end_login_session(db, claims.login_session_id, resources.clock())


@router.post("/refresh")
async def refresh(form: auth.RefreshRequest, context: ContextDep, limits: LimitsDep) -> auth.RefreshResponse:
    """Return a new access token for the refresh token's login session."""
    return await login_sessions.refresh(context, limits, form.refresh_token)


@router.post("/verify")
async def verify(
    claims: LimitedClaimsDep, db: DbDep, resources: ResourcesDep, limits: LimitsDep
) -> auth.VerifyResponse:
    """Return the caller, if their login session has not ended."""
    async with limits.count_refusals("verify"):
        user = await accounts.get_user(db, claims, resources.clock())
    return auth.VerifyResponse(user=sign_in.shown_user(user))
