"""Public verification of certificates."""

from fastapi import APIRouter, Request, Response

from webdev_certs.schemas.certificates import FileVerification, NumberList, Verification, VerifiedNumbers
from webdev_certs.server.api.dependencies import (
    LimitsDep,
    NoTransactionDep,
    Resources,
    ResourcesDep,
    get_limits,
)
from webdev_certs.server.api.responses import CredentialResponse, CsvResponse, PngResponse, SvgResponse
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.services.certificates import verify_credential as credentials
from webdev_certs.server.services.certificates.render_badge import draw_public_badge
from webdev_certs.server.services.certificates.sign_badges import sign_public_credential
from webdev_certs.server.services.certificates.standings import with_standing
from webdev_certs.server.services.certificates.verify_list import as_csv, verify_list
from webdev_certs.server.services.certificates.verify_number import verify_certificate, verify_number
from webdev_certs.server.services.shared.limits import Limits

router = APIRouter(prefix="/api/verify", tags=["verify"])
_PUBLIC = {"Cache-Control": "public, max-age=60"}
"""Short, so that a holder who hides the score soon sees it hidden."""
_FILE = {
    "required": True,
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}
_BODY = {
    "required": True,
    "content": {
        "application/json": {"schema": {"type": "object"}},
        "text/plain": {"schema": {"type": "string"}},
    },
}


@router.get("/{number}")
async def verify(number: str, request: Request, response: Response, resources: ResourcesDep) -> Verification:
    """Verify a certificate; a mistyped number and an unknown one get different errors."""
    found = await _verify_limited(number, request, resources)
    response.headers.update(_PUBLIC)
    return await with_standing(resources.score_standings, found, resources.clock())


@router.get("/{number}/badge.svg", response_class=SvgResponse)
async def badge(number: str, request: Request, resources: ResourcesDep) -> SvgResponse:
    """Return the badge that holders embed in other sites: its status now, without a name."""
    found = await _verify_limited(number, request, resources)
    return SvgResponse(draw_public_badge(found), headers=_PUBLIC)


@router.get("/{number}/card.png", response_class=PngResponse)
async def card(number: str, request: Request, resources: ResourcesDep, limits: LimitsDep) -> PngResponse:
    """Return the picture of the certificate's link preview."""
    await limits.count("card")
    found = await _verify_limited(number, request, resources)
    # Same order as on the verification page.
    offered = resources.bank.technologies.get(found.technology)
    topics = tuple(offered.topic_titles.values()) if offered else ()
    # The holder had to reach the score of that time, which a later blueprint may have changed.
    pass_mark = found.cut_score or (offered.blueprint.cut_score if offered else None)
    picture = await resources.certificate_renderer.card(found, topics, pass_mark, caller=limits.network)
    return PngResponse(picture, headers=_PUBLIC)


@router.head("/{number}/credential", include_in_schema=False)
@router.get("/{number}/credential", response_class=CredentialResponse)
async def credential(
    number: str, request: Request, context: NoTransactionDep, resources: ResourcesDep
) -> CredentialResponse:
    """Return the signed credential of a certificate, if its holder has made it public."""
    try:
        found = await sign_public_credential(context, resources.issuer, number)
    except NotFound:
        await _count_unknown(request, resources)
        raise
    return CredentialResponse(found.document, headers=_PUBLIC | {"Access-Control-Allow-Origin": "*"})


@router.post("/numbers")
async def verify_numbers(form: NumberList, resources: ResourcesDep, limits: LimitsDep) -> VerifiedNumbers:
    """Verify up to 100 certificate numbers at once: lines of text, or the text of a CSV file."""
    return await _verify_list(form, resources, limits)


@router.post("/numbers.csv", response_class=CsvResponse)
async def verify_numbers_as_csv(form: NumberList, resources: ResourcesDep, limits: LimitsDep) -> CsvResponse:
    """Verify up to 100 certificate numbers at once; answers with a table for spreadsheets."""
    table = as_csv(await _verify_list(form, resources, limits))
    return CsvResponse.download(table, "certificates.csv")


@router.post("", openapi_extra={"requestBody": _BODY})
async def verify_credential(request: Request, resources: ResourcesDep, limits: LimitsDep) -> Verification:
    """Verify a credential of this issuer, as JSON with a Data Integrity proof or as VC-JWT."""
    await limits.count("credential")
    body = await request.body()
    number = await credentials.verify_credential(resources.database, resources.issuer, body, limits.network)
    return await verify_certificate(
        resources.published_certificates, resources.bank, resources.clock(), number
    )


@router.post("/file", openapi_extra={"requestBody": _FILE})
async def verify_file(request: Request, resources: ResourcesDep, limits: LimitsDep) -> FileVerification:
    """Verify a file of 8 MB at most: a PDF, a PNG or SVG badge, JSON, a JWT, or a photo of a certificate.

    The body is the file itself. Of a photo (JPEG, WebP or PNG), the number in the QR code is verified. A
    certificate of WebDev Certs is verified by signature, expiry and status; an Open Badge from another issuer
    by its own proof, as far as that is possible without fetching anything.
    """
    await limits.count("upload")
    return await resources.file_verifier.verify(
        await request.body(), resources.bank, resources.clock(), caller=limits.network
    )


async def _verify_list(form: NumberList, resources: Resources, limits: Limits) -> VerifiedNumbers:
    return await verify_list(
        resources.published_certificates,
        resources.score_standings,
        resources.bank,
        resources.clock(),
        limits,
        form.text,
        years=resources.settings.certificate_years,
    )


async def _verify_limited(number: str, request: Request, resources: Resources) -> Verification:
    """Verify a number, and count it if no certificate has it."""
    try:
        return await verify_number(
            resources.published_certificates,
            resources.bank,
            resources.clock(),
            number,
            years=resources.settings.certificate_years,
        )
    except NotFound:
        await _count_unknown(request, resources)
        raise


async def _count_unknown(request: Request, resources: Resources) -> None:
    # Rate-limit only lookups that find nothing. As a dependency, the limits would slow down all others.
    limits = await get_limits(request, resources)
    await limits.count("certificate")
