"""Dependencies for rate limits."""

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security.base import SecurityBase

from webdev_certs.server.api.dependencies import AccessToken, ResourcesDep, access_token
from webdev_certs.server.services.accounts.access_tokens import AccessClaims
from webdev_certs.server.services.shared.limits import Limits


async def get_limits(request: Request, resources: ResourcesDep) -> Limits:
    """Return the limits for the caller's IP address."""
    return Limits(resources.limiter, resources.settings.limits, caller_ip(request))


def caller_ip(request: Request) -> str:
    """Return the caller's IP address, which `web.forwarded` has set behind proxies."""
    return request.client.host if request.client else ""


LimitsDep = Annotated[Limits, Depends(get_limits)]


class LimitedAccessToken(SecurityBase):
    """Reads the access token of the call that verifies it, within that call's limits."""

    model, scheme_name = AccessToken.model, AccessToken.scheme_name

    async def __call__(self, request: Request, limits: LimitsDep) -> AccessClaims:
        """Return the token's claims.

        Raises:
            Unauthenticated: As `AccessToken`.
            TooManyRequests: `too_many_requests`.
        """
        async with limits.count_refusals("verify"):
            claims = await access_token(request)
        await limits.count_own("verify", claims.user_id)
        return claims


LimitedClaimsDep = Annotated[AccessClaims, Depends(LimitedAccessToken())]
