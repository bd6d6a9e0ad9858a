"""Registration, sign-in, also with Google or GitHub, tokens, and the links that are mailed to users."""

from fastapi import APIRouter

from webdev_certs.schemas import auth
from webdev_certs.server.api.dependencies import (
    AnyClaimsDep,
    ClaimsDep,
    ContextDep,
    DbDep,
    LimitedClaimsDep,
    LimitsDep,
    LiveUserDep,
    LiveUserIdDep,
    NoTransactionDep,
    ResourcesDep,
    parse_id,
)
from webdev_certs.server.services.accounts import (
    accounts,
    confirmation,
    identities,
    login_sessions,
    passwords,
    sign_in,
)

router = APIRouter(prefix="/api/auth", tags=["auth"])
identities_router = APIRouter(prefix="/api/profile/identities", tags=["auth"])


@router.post("/register", status_code=201)
async def register(form: auth.Registration, context: NoTransactionDep) -> auth.AuthResponse:
    """Create an account, mail a link that confirms its email, and sign in."""
    return await sign_in.register(context, form)


@router.post("/login")
async def login(form: auth.Credentials, context: NoTransactionDep) -> auth.AuthResponse:
    """Sign in with email and password."""
    return await sign_in.sign_in(context, form)


@router.post("/logout", status_code=204)
async def logout(claims: AnyClaimsDep, db: DbDep, resources: ResourcesDep) -> None:
    """End the caller's login session; repeating it changes nothing."""
    await login_sessions.end_login_session(db, claims.login_session_id, resources.clock())


@router.post("/refresh")
async def refresh(
    form: auth.RefreshRequest, context: NoTransactionDep, limits: LimitsDep
) -> auth.RefreshResponse:
    """Return a new access token for the refresh token's login session."""
    return await login_sessions.refresh(context, limits, form)


@router.post("/verify")
async def verify(
    claims: LimitedClaimsDep, db: DbDep, resources: ResourcesDep, limits: LimitsDep
) -> auth.VerifyResponse:
    """Return the caller, if their login session has not ended."""
    async with limits.count_refusals("verify"):
        user = await accounts.get_user(db, claims, resources.clock())
    return auth.VerifyResponse(user=sign_in.shown_user(user))


@router.post("/forgot-password", status_code=202)
async def forgot_password(form: auth.ForgotPassword, context: ContextDep, limits: LimitsDep) -> None:
    """Mail a link that resets the password; the response does not reveal whether the email has an account."""
    await limits.count("forgot_password", form.email)
    await passwords.request_reset(context, form.email, limits.ip_hash)


@router.post("/reset-password", status_code=204)
async def reset_password(form: auth.ResetPassword, context: NoTransactionDep) -> None:
    """Set a new password by a mailed link, and end all login sessions."""
    await passwords.reset_password(context, form)


@router.post("/confirm")
async def confirm(form: auth.Confirm, context: ContextDep, user_id: LiveUserIdDep) -> auth.Confirmed:
    """Confirm the caller's email, or a change of it, by a mailed link."""
    return await confirmation.confirm(context, user_id, form.token)


@router.post("/resend-confirmation", status_code=202)
async def resend_confirmation(context: ContextDep, user: LiveUserDep, limits: LimitsDep) -> None:
    """Mail the link that confirms the caller's email again."""
    await limits.count("resend", str(user.id))
    await confirmation.resend_confirmation(context, user, limits)


@router.post("/oauth/callback")
async def oauth_callback(posted: auth.OAuthCallback, context: NoTransactionDep) -> auth.AuthResponse:
    """Sign in the user whom the access token belongs to; the other fields must agree with it."""
    await context.limits.count("social")
    return await sign_in.sign_in_with_provider(context, posted)


@identities_router.post("")
async def link_identity(
    posted: auth.LinkIdentity, claims: ClaimsDep, context: NoTransactionDep
) -> auth.Identity:
    """Link the identity of a fresh social sign-in to the caller's account."""
    await context.limits.count("social")
    return await identities.link(context, claims, posted)


@identities_router.get("")
async def list_identities(user_id: LiveUserIdDep, db: DbDep) -> list[auth.Identity]:
    """Return the linked accounts at Google and GitHub."""
    return await identities.list_identities(db, user_id)


@identities_router.delete("/{identity_id}", status_code=204)
async def unlink_identity(
    identity_id: str, form: auth.UnlinkIdentity, claims: ClaimsDep, context: NoTransactionDep
) -> None:
    """Remove a way to sign in, unless it is the last one."""
    known = parse_id(identity_id, identities.unknown_identity)
    await identities.unlink(context, claims, known, form.password)
