"""Verification of certificates; open to everyone."""

from fastapi import APIRouter, Response

from webdev_certs.api.dependencies import ResourcesDep
from webdev_certs.schemas.certificates import Verification
from webdev_certs.services import certificates

router = APIRouter(prefix="/api/verify", tags=["verify"])

# Short, because a holder who stops sharing the score expects that to show.
_MAX_AGE_SECONDS = 60


@router.get("/{number}")
async def verify(number: str, resources: ResourcesDep, response: Response) -> Verification:
    """What anyone may know about a certificate; typing errors are told from unknown numbers."""
    bank, now = resources.bank, resources.clock()
    verification = await resources.database.run(
        lambda connection: certificates.verify(connection, bank, now, number)
    )
    response.headers["Cache-Control"] = f"public, max-age={_MAX_AGE_SECONDS}"
    return verification
