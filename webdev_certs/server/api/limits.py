"""What routes ask for to keep to their limits."""

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security.base import SecurityBase

from webdev_certs.server.api.dependencies import AccessToken, ResourcesDep, access_token
from webdev_certs.server.services.limits import Limits
from webdev_certs.server.services.accounts.tokens import AccessClaims


async def get_limits(request: Request, resources: ResourcesDep) -> Limits:
    """The limits of whoever calls; behind proxies `forwarded.Forwarded` has found out who that is."""
    address = request.client.host if request.client else ""
    return Limits(resources.limiter, resources.settings.limits, address)


LimitsDep = Annotated[Limits, Depends(get_limits)]


class LimitedAccessToken(SecurityBase):
    """The bearer of a request, for the call that says whether it is good."""

    model, scheme_name = AccessToken.model, AccessToken.scheme_name

    async def __call__(self, request: Request, limits: LimitsDep) -> AccessClaims:
        """The bearer's claims.

        Raises:
            Unauthenticated: as `AccessToken`.
            TooManyRequests: `too_many_requests`.
        """
        async with limits.refusals("verify"):
            claims = await access_token(request)
        await limits.spend_own("verify", claims.user_id)
        return claims


LimitedClaimsDep = Annotated[AccessClaims, Depends(LimitedAccessToken())]
