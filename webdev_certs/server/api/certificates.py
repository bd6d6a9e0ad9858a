"""One's own certificates."""

from fastapi import APIRouter, Response

from webdev_certs.server.api.context import ContextDep
from webdev_certs.server.api.dependencies import LiveUserIdDep, UserIdDep
from webdev_certs.schemas.certificates import Certificate, SharingChoice
from webdev_certs.server.services import certificates
from webdev_certs.server.services.certificates.pdf import certificate_pdf

router = APIRouter(prefix="/api/certificates", tags=["certificates"])


class PdfResponse(Response):
    media_type = "application/pdf"


@router.get("")
async def list_certificates(context: ContextDep, user_id: UserIdDep) -> list[Certificate]:
    """One's certificates, newest first."""
    return await certificates.list_certificates(context, user_id)


@router.get("/{number}")
async def get_certificate(number: str, context: ContextDep, user_id: UserIdDep) -> Certificate:
    """One certificate."""
    return await certificates.get_certificate(context, user_id, number)


@router.patch("/{number}")
async def share(
    number: str, choice: SharingChoice, context: ContextDep, user_id: LiveUserIdDep
) -> Certificate:
    """Chooses what the public sees beside name, title and dates."""
    return await certificates.share(context, user_id, number, score_public=choice.score_public)


@router.get("/{number}/pdf", response_class=PdfResponse)
async def get_pdf(number: str, context: ContextDep, user_id: UserIdDep) -> PdfResponse:
    """The certificate as a document to keep and to send."""
    certificate = await certificates.get_certificate(context, user_id, number)
    # The connection goes back to the pool: drawing takes a while and needs no database.
    await context.session.close()
    return PdfResponse(
        await certificate_pdf(certificate),
        headers={
            "Content-Disposition": f'attachment; filename="{certificate.number}.pdf"',
            "Cache-Control": "private, no-cache",
        },
    )
