"""Public profiles of holders, and the criteria of certificates."""

from fastapi import APIRouter, Response

from webdev_certs.schemas.certificates import Criteria, OwnProfile, ProfileSettings, PublicProfile
from webdev_certs.server.api.dependencies import ContextDep, LimitsDep, LiveUserIdDep, UserIdDep
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.services.certificates import criteria, public_profiles

router = APIRouter(tags=["public profiles"])


@router.get("/api/profile/public")
async def read_own_profile(context: ContextDep, user_id: UserIdDep) -> OwnProfile:
    """Return the caller's public profile; without one, `handle` is null."""
    return await public_profiles.read_own_profile(context, user_id)


@router.put("/api/profile/public")
async def set_profile(
    chosen: ProfileSettings, context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep
) -> OwnProfile:
    """Create the caller's public profile, or change it. Certificates are added to it one by one."""
    await limits.count_own("public_profile", user_id)
    return await public_profiles.set_profile(context, user_id, chosen)


@router.delete("/api/profile/public", status_code=204)
async def remove_profile(context: ContextDep, user_id: LiveUserIdDep) -> None:
    """Remove the caller's public profile."""
    await public_profiles.remove_profile(context, user_id)


@router.get("/api/profiles/{handle}")
async def get_public_profile(
    handle: str, context: ContextDep, limits: LimitsDep, response: Response
) -> PublicProfile:
    """Read a public profile: the certificates that its holder shows."""
    try:
        found = await public_profiles.get_public_profile(context, handle)
    except NotFound:
        await limits.count("certificate")
        raise
    # Short, so that a certificate that is taken off, or revoked, is soon gone here too.
    response.headers["Cache-Control"] = "public, max-age=60"
    if not found.indexed:
        response.headers["X-Robots-Tag"] = "noindex"
    return found


@router.get("/api/criteria/{technology}/{version}")
async def get_criteria(technology: str, version: str, context: ContextDep, response: Response) -> Criteria:
    """Read the terms on which certificates were earned. The URL and what it says never change."""
    found = await criteria.get_criteria(context, technology, version)
    response.headers["Cache-Control"] = "public, max-age=3600"
    response.headers["Access-Control-Allow-Origin"] = "*"
    return found
