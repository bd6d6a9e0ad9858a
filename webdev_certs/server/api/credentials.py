"""Signed credentials, and what others need to verify them: keys and status lists."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Header, Path, Response

from webdev_certs.server.api.context import ContextDep, LimitsDep
from webdev_certs.server.api.dependencies import DbDep, Resources, ResourcesDep, UserIdDep
from webdev_certs.server.api.responses import CredentialResponse, PngResponse, SvgResponse, TokenResponse
from webdev_certs.server.domain.status_lists import TIME_TO_LIVE
from webdev_certs.server.services.certificates.badges import Form
from webdev_certs.server.services.certificates.certificates import own_number
from webdev_certs.server.services.certificates.credentials import get_credential, read_drawable
from webdev_certs.server.services.certificates.issuer_keys import did_document
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.limits import Limits

router = APIRouter(tags=["credentials"])

ListNumber = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/.well-known/did.json")
async def did(resources: ResourcesDep, db: DbDep, response: Response) -> dict[str, Any]:
    """Return the issuer's DID document: the keys that verify credentials."""
    # Short, so that a new key is known soon after it begins to sign.
    response.headers["Cache-Control"] = "public, max-age=60"
    # Verifiers run in browsers too.
    response.headers["Access-Control-Allow-Origin"] = "*"
    return await did_document(db, resources.issuer.origin, resources.clock())


@router.get(
    "/api/credentials/status/{status_list}",
    response_class=CredentialResponse,
    responses={304: {"description": "The list with the tag in If-None-Match is the present one"}},
)
async def get_status_list(
    status_list: ListNumber,
    resources: ResourcesDep,
    if_none_match: Annotated[str | None, Header()] = None,
) -> Response:
    """Return a status list: a credential with one bit for each credential that must be refused."""
    published = await resources.status_lists.get(status_list)
    headers = {
        "ETag": published.etag,
        "Cache-Control": f"public, max-age={int(TIME_TO_LIVE.total_seconds())}",
        "Access-Control-Allow-Origin": "*",
    }
    if if_none_match == published.etag:
        return Response(status_code=304, headers=headers)
    return CredentialResponse(published.body, headers=headers)


@router.get("/api/certificates/{number}/credential", response_class=CredentialResponse)
async def get_certificate_credential(
    number: str, context: ContextDep, resources: ResourcesDep, user_id: UserIdDep
) -> CredentialResponse:
    """Download the certificate as an Open Badge with a Data Integrity proof."""
    credential = await get_credential(context, resources.issuer, user_id, number)
    return CredentialResponse.download(credential.document or "", f"{credential.certificate_number}.json")


@router.get("/api/certificates/{number}/badge.svg", response_class=SvgResponse)
async def get_svg_badge(
    number: str, context: ContextDep, resources: ResourcesDep, user_id: UserIdDep, limits: LimitsDep
) -> SvgResponse:
    """Download the badge as an SVG picture that contains the signed credential."""
    badge = await _badge(context, resources, limits, user_id, number, "svg")
    return SvgResponse.download(badge, f"{own_number(number)}.svg")


@router.get("/api/certificates/{number}/badge.png", response_class=PngResponse)
async def get_png_badge(
    number: str, context: ContextDep, resources: ResourcesDep, user_id: UserIdDep, limits: LimitsDep
) -> PngResponse:
    """Download the badge as a PNG picture that contains the signed credential."""
    badge = await _badge(context, resources, limits, user_id, number, "png")
    return PngResponse.download(badge, f"{own_number(number)}.png")


async def _badge(
    context: Context, resources: Resources, limits: Limits, user_id: UUID, number: str, form: Form
) -> bytes:
    certificate, credential, _ = await read_drawable(context, resources.issuer, limits, user_id, number)
    return await resources.certificate_printer.badge(certificate, credential, form, caller=limits.network)


@router.get("/api/certificates/{number}/credential.jwt", response_class=TokenResponse)
async def get_certificate_token(
    number: str, context: ContextDep, resources: ResourcesDep, user_id: UserIdDep
) -> TokenResponse:
    """Download the certificate as an Open Badge in a signed JSON Web Token."""
    credential = await get_credential(context, resources.issuer, user_id, number)
    return TokenResponse.download(credential.jwt or "", f"{credential.certificate_number}.jwt")
