"""Public verification of certificates."""

from fastapi import APIRouter, Request, Response

from webdev_certs.schemas.certificates import Verification
from webdev_certs.server.api.dependencies import ResourcesDep
from webdev_certs.server.api.limits import get_limits
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.services.certificates.verification import verify_certificate

router = APIRouter(prefix="/api/verify", tags=["verify"])


@router.get("/{number}")
async def verify(number: str, request: Request, response: Response, resources: ResourcesDep) -> Verification:
    """Verify a certificate; a mistyped number and an unknown one get different errors."""
    try:
        found = await verify_certificate(
            resources.published_certificates, resources.bank, resources.clock(), number
        )
    except NotFound:
        # Rate-limit only lookups that find nothing. As a dependency, the limits would slow down all others.
        limits = await get_limits(request, resources)
        await limits.count("certificate")
        raise
    # Short, so that a holder who hides the score soon sees it hidden.
    response.headers["Cache-Control"] = "public, max-age=60"
    return found
