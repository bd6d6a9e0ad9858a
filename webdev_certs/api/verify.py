"""Verification of certificates; open to everyone."""

from fastapi import APIRouter, Request, Response

from webdev_certs.api.dependencies import Resources
from webdev_certs.api.limits import get_limits
from webdev_certs.schemas.certificates import Verification
from webdev_certs.services import certificates

router = APIRouter(prefix="/api/verify", tags=["verify"])

# Short, because a holder who stops sharing the score expects that to show.
_MAX_AGE_SECONDS = 60


@router.get("/{number}", response_model=Verification)
async def verify(number: str, request: Request) -> Response:
    """What anyone may know about a certificate; typing errors are told from unknown numbers."""
    # No dependencies, and an answer that is JSON already: FastAPI would take longer than the look-up.
    resources: Resources = request.app.state.resources
    await (await get_limits(request, resources)).spend("certificate")
    bank, now = resources.bank, resources.clock()
    found = await resources.database.run(
        lambda connection: certificates.verify(connection, bank, now, number)
    )
    cached = {"Cache-Control": f"public, max-age={_MAX_AGE_SECONDS}"}
    return Response(found.model_dump_json(), media_type="application/json", headers=cached)
