"""The user's certificates."""

from typing import Annotated

from fastapi import APIRouter, Query

from webdev_certs.schemas.certificates import Certificate, Printing, SharingChoice
from webdev_certs.server.api.context import ContextDep
from webdev_certs.server.api.dependencies import LiveUserIdDep, ResourcesDep, UserIdDep
from webdev_certs.server.api.responses import PdfResponse
from webdev_certs.server.services.certificates import certificates
from webdev_certs.server.services.certificates.credentials import get_credential
from webdev_certs.server.services.certificates.pdf import certificate_pdf

router = APIRouter(prefix="/api/certificates", tags=["certificates"])

PrintingDep = Annotated[Printing, Query()]


@router.get("")
async def list_certificates(context: ContextDep, user_id: UserIdDep) -> list[Certificate]:
    """List the user's certificates, newest first."""
    return await certificates.list_certificates(context, user_id)


@router.get("/{number}")
async def get_certificate(number: str, context: ContextDep, user_id: UserIdDep) -> Certificate:
    """Read one certificate."""
    return await certificates.get_certificate(context, user_id, number)


@router.patch("/{number}")
async def share(
    number: str, choice: SharingChoice, context: ContextDep, user_id: LiveUserIdDep
) -> Certificate:
    """Choose whether the public sees the score, and the signed credential."""
    return await certificates.share(context, user_id, number, choice)


@router.get("/{number}/pdf", response_class=PdfResponse)
async def get_pdf(
    number: str, context: ContextDep, resources: ResourcesDep, user_id: UserIdDep, printing: PrintingDep
) -> PdfResponse:
    """Download the certificate as a PDF/A-3, to which the signed credential is attached."""
    certificate = await certificates.get_certificate(context, user_id, number)
    credential = await get_credential(context, resources.issuer, user_id, number)
    # Return the connection to the pool, because drawing takes a while and needs no database.
    await context.db.commit()
    await context.db.close()
    document = await certificate_pdf(certificate, credential.document or "", printing.paper)
    return PdfResponse.download(document, f"{certificate.number}.pdf")
