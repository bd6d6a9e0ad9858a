"""Verification of certificates; open to everyone."""

from fastapi import APIRouter, Request, Response

from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.api.direct import DirectRoute
from webdev_certs.server.api.limits import get_limits
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.schemas.certificates import Verification
from webdev_certs.server.services import published_certificates

router = APIRouter(prefix="/api/verify", tags=["verify"], route_class=DirectRoute)

# Short, because a holder who stops sharing the score expects that to show.
_CACHED = (b"cache-control", b"public, max-age=60")
_NUMBER = {"name": "number", "in": "path", "required": True, "schema": {"type": "string"}}


@router.get("/{number}", response_model=Verification, openapi_extra={"parameters": [_NUMBER]})
async def verify(request: Request) -> Response:
    """What anyone may know about a certificate; typing errors are told from unknown numbers."""
    resources: Resources = request.app.state.resources
    number: str = request.path_params["number"]
    try:
        found = await published_certificates.verify(
            resources.published_certificates, resources.bank, resources.clock(), number
        )
    except NotFound:
        # Only what was not there counts: who tries numbers is slowed down, who has some to check is not.
        await (await get_limits(request, resources)).spend("certificate")
        raise
    answer = Response(found.model_dump_json(), media_type="application/json")
    answer.raw_headers.append(_CACHED)
    return answer
