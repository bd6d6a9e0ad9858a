"""Signing in with Google or GitHub, and which of them open one's own account."""

from fastapi import APIRouter, Request

from webdev_certs.server.api.context import ContextDep, context_scope, parse_id
from webdev_certs.server.api.dependencies import ClaimsDep, LiveUserIdDep, Resources, ResourcesDep, SessionDep
from webdev_certs.server.api.limits import LimitsDep
from webdev_certs.server.api.presence import present_user
from webdev_certs.server.api.sign_in import sign_in
from webdev_certs.server.domain.errors import Unavailable
from webdev_certs.server.gateways.supabase import SocialAuth
from webdev_certs.schemas import social as wire
from webdev_certs.schemas.auth import AuthResponse
from webdev_certs.server.services import identities, social

router = APIRouter(prefix="/api", tags=["auth"])


# Supabase is asked before the database in both of these, so that no connection waits for it.
@router.post("/auth/oauth/callback")
async def oauth_callback(
    posted: wire.OAuthCallback,
    context: ContextDep,
    resources: ResourcesDep,
    limits: LimitsDep,
    request: Request,
) -> AuthResponse:
    """Signs in whom the access token belongs to; the other fields are believed only as far as they agree."""
    found = await _social_auth(resources).read_session(posted.access_token, context.now)
    identity = social.choose_identity(found, posted.provider, context.now)
    social.check_claims(posted, found, identity)
    user = await social.sign_in(context, identity)
    return await sign_in(context.session, resources, user, request, limits)


@router.post("/profile/identities")
async def link_identity(
    posted: wire.LinkIdentity, claims: ClaimsDep, resources: ResourcesDep, limits: LimitsDep
) -> wire.Identity:
    """Lets a sign-in that was made just now open the bearer's account too."""
    now = resources.clock()
    found = await _social_auth(resources).read_session(posted.access_token, now)
    identity = social.choose_identity(found, posted.provider, now)
    email = social.verified_email(identity)
    user = await present_user(resources, limits, claims, posted.password)
    async with context_scope(resources) as context:
        return identities.as_shown(await identities.link(context, user, identity, email))


@router.get("/profile/identities")
async def list_identities(user_id: LiveUserIdDep, session: SessionDep) -> list[wire.Identity]:
    """The linked accounts at Google and GitHub."""
    return await identities.list_identities(session, user_id)


@router.delete("/profile/identities/{identity_id}", status_code=204)
async def unlink_identity(
    identity_id: str,
    form: wire.UnlinkIdentity,
    claims: ClaimsDep,
    resources: ResourcesDep,
    limits: LimitsDep,
) -> None:
    """Removes a way to sign in, unless it is the last."""
    known = parse_id(identity_id, identities.unknown_identity)
    user = await present_user(resources, limits, claims, form.password)
    async with context_scope(resources) as context:
        await identities.unlink(context, user, known)


def _social_auth(resources: Resources) -> SocialAuth:
    if resources.social_auth is None:
        raise Unavailable("social_not_configured", "Signing in with Google or GitHub is not set up here.")
    return resources.social_auth
