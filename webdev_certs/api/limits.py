"""What routes ask for to keep to their limits."""

from typing import Annotated

from fastapi import Depends, Request

from webdev_certs.api.dependencies import BearerDep, ResourcesDep, get_claims
from webdev_certs.services.limits import Limits
from webdev_certs.services.tokens import AccessClaims


async def get_limits(request: Request, resources: ResourcesDep) -> Limits:
    """The limits of whoever calls; behind proxies `forwarded.Forwarded` has found out who that is."""
    address = request.client.host if request.client else ""
    return Limits(resources.limiter, resources.settings.limits, address)


LimitsDep = Annotated[Limits, Depends(get_limits)]


async def get_limited_claims(request: Request, limits: LimitsDep, credentials: BearerDep) -> AccessClaims:
    """The bearer's claims, for the call that says whether they are good.

    Raises:
        Unauthenticated: as `get_claims`.
        TooManyRequests: `too_many_requests`.
    """
    async with limits.refusals("verify"):
        claims = await get_claims(request, credentials)
    await limits.spend_own("verify", claims.user_id)
    return claims


LimitedClaimsDep = Annotated[AccessClaims, Depends(get_limited_claims)]
