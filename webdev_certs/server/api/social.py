"""Signing in with Google or GitHub, and linking them to the caller's account."""

from fastapi import APIRouter

from webdev_certs.schemas import auth as wire
from webdev_certs.schemas.auth import AuthResponse
from webdev_certs.server.api.context import NoTransactionDep, parse_id
from webdev_certs.server.api.dependencies import ClaimsDep, DbDep, LiveUserIdDep
from webdev_certs.server.services.accounts import identities, social_sign_in

router = APIRouter(prefix="/api", tags=["auth"])


@router.post("/auth/oauth/callback")
async def oauth_callback(posted: wire.OAuthCallback, context: NoTransactionDep) -> AuthResponse:
    """Sign in the user whom the access token belongs to; the other fields must agree with it."""
    await context.limits.count("social")
    return await social_sign_in.sign_in(context, posted)


@router.post("/profile/identities")
async def link_identity(
    posted: wire.LinkIdentity, claims: ClaimsDep, context: NoTransactionDep
) -> wire.Identity:
    """Link the identity of a fresh social sign-in to the caller's account."""
    await context.limits.count("social")
    return await identities.link(context, claims, posted)


@router.get("/profile/identities")
async def list_identities(user_id: LiveUserIdDep, db: DbDep) -> list[wire.Identity]:
    """Return the linked accounts at Google and GitHub."""
    return await identities.list_identities(db, user_id)


@router.delete("/profile/identities/{identity_id}", status_code=204)
async def unlink_identity(
    identity_id: str, form: wire.UnlinkIdentity, claims: ClaimsDep, context: NoTransactionDep
) -> None:
    """Remove a way to sign in, unless it is the last one."""
    known = parse_id(identity_id, identities.unknown_identity)
    await identities.unlink(context, claims, known, form.password)
