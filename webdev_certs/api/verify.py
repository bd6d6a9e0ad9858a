"""Verification of certificates; open to everyone."""

from fastapi import APIRouter, Depends, Response

from webdev_certs.api.context import ContextDep
from webdev_certs.api.limits import limit_certificates
from webdev_certs.schemas.certificates import Verification
from webdev_certs.services import certificates

router = APIRouter(prefix="/api/verify", tags=["verify"])

# Short, because a holder who stops sharing the score expects that to show.
_MAX_AGE_SECONDS = 60


@router.get("/{number}", dependencies=[Depends(limit_certificates)])
async def verify(number: str, context: ContextDep, response: Response) -> Verification:
    """What anyone may know about a certificate; typing errors are told from unknown numbers."""
    verification = await certificates.verify(context, number)
    response.headers["Cache-Control"] = f"public, max-age={_MAX_AGE_SECONDS}"
    return verification
