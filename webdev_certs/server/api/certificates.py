"""The user's certificates."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query

from webdev_certs.schemas.certificates import Certificate, Printing, SharingChoice
from webdev_certs.server.api.dependencies import (
    ContextDep,
    LimitsDep,
    LiveUserIdDep,
    NoTransactionDep,
    ResourcesDep,
    UserIdDep,
)
from webdev_certs.server.api.responses import ListQueryDep, NextLinkDep, PdfResponse, page_request
from webdev_certs.server.services.certificates import issuing, own
from webdev_certs.server.services.certificates.rendering import render_own

router = APIRouter(prefix="/api/certificates", tags=["certificates"])

PrintingDep = Annotated[Printing, Query()]


@router.get("")
async def list_certificates(
    context: ContextDep, user_id: UserIdDep, query: ListQueryDep, next_link: NextLinkDep
) -> Sequence[Certificate]:
    """List the user's certificates, newest first."""
    return next_link.rows(await own.list_certificates(context, user_id, page_request(query)))


@router.get("/{number}")
async def get_certificate(number: str, context: ContextDep, user_id: UserIdDep) -> Certificate:
    """Read one certificate."""
    return await own.get_certificate(context, user_id, number)


@router.patch("/{number}")
async def share(
    number: str, choice: SharingChoice, context: ContextDep, user_id: LiveUserIdDep
) -> Certificate:
    """Choose whether the public sees the name, the score, and the signed credential."""
    return await own.share(context, user_id, number, choice)


@router.post("/{number}/reissue", status_code=201)
async def reissue(number: str, context: ContextDep, user_id: LiveUserIdDep, limits: LimitsDep) -> Certificate:
    """Replace the certificate by one with the holder's current name and a new number."""
    await limits.count_own("reissue", user_id)
    return await issuing.reissue(context, user_id, number)


@router.get("/{number}/pdf", response_class=PdfResponse)
async def download_pdf(
    number: str,
    context: NoTransactionDep,
    user_id: UserIdDep,
    resources: ResourcesDep,
    printing: PrintingDep,
) -> PdfResponse:
    """Download the certificate as a PDF/A-3, to which the signed credential is attached."""
    await context.limits.count_own("pdf", user_id)
    pdf = await render_own(
        context, resources.issuer, resources.certificate_renderer, user_id, number, printing.paper
    )
    return PdfResponse.download(pdf, f"{own.own_number(number)}.pdf")
