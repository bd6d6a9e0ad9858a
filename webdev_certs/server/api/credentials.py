"""Signed credentials, and what others need to verify them: keys and status lists."""

from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Header, Path, Response

from webdev_certs.server.api.dependencies import DbDep, NoTransactionDep, Resources, ResourcesDep, UserIdDep
from webdev_certs.server.api.responses import CredentialResponse, PngResponse, SvgResponse, TokenResponse
from webdev_certs.server.domain.open_badges import StatusPurpose
from webdev_certs.server.domain.status_lists import TIME_TO_LIVE
from webdev_certs.server.services.certificates.issuer_keys import did_document
from webdev_certs.server.services.certificates.own import own_number, sign_own_credential
from webdev_certs.server.services.certificates.rendering import render_own
from webdev_certs.server.services.shared.context import Context

router = APIRouter(tags=["credentials"])

ListNumber = Annotated[int, Path(ge=1, le=1_000_000)]
key_router = APIRouter(tags=["keys"])


# With HEAD too, with which some verifiers look whether it is there.
@router.head("/.well-known/did.json", include_in_schema=False)
@router.get("/.well-known/did.json")
async def did(resources: ResourcesDep, db: DbDep, response: Response) -> dict[str, Any]:
    """Return the issuer's DID document: the keys that verify credentials."""
    # Short, so that a new key is known soon after it begins to sign.
    response.headers["Cache-Control"] = "public, max-age=60"
    # Verifiers run in browsers too.
    response.headers["Access-Control-Allow-Origin"] = "*"
    issuer = resources.issuer
    return await did_document(db, issuer.origin, resources.clock(), issuer.former_origins)


@router.head("/api/credentials/status/{status_list}", include_in_schema=False)
@router.get(
    "/api/credentials/status/{status_list}",
    response_class=CredentialResponse,
    responses={304: {"description": "The list with the tag in If-None-Match is the current one"}},
)
async def publish_status_list(
    status_list: ListNumber,
    resources: ResourcesDep,
    if_none_match: Annotated[str | None, Header()] = None,
) -> Response:
    """Return the list of revocations: a credential with one bit for each credential that is revoked."""
    return await _publish(resources, status_list, "revocation", if_none_match)


@router.head("/api/credentials/status/{status_list}/suspension", include_in_schema=False)
@router.get(
    "/api/credentials/status/{status_list}/suspension",
    response_class=CredentialResponse,
    responses={304: {"description": "The list with the tag in If-None-Match is the current one"}},
)
async def publish_suspensions(
    status_list: ListNumber,
    resources: ResourcesDep,
    if_none_match: Annotated[str | None, Header()] = None,
) -> Response:
    """Return the list of suspensions: its bits are cleared when a certificate is reinstated."""
    return await _publish(resources, status_list, "suspension", if_none_match)


async def _publish(
    resources: Resources, status_list: int, purpose: StatusPurpose, if_none_match: str | None
) -> Response:
    published = await resources.status_lists.publish(status_list, purpose)
    headers = {
        "ETag": published.etag,
        "Cache-Control": f"public, max-age={int(TIME_TO_LIVE.total_seconds())}",
        "Access-Control-Allow-Origin": "*",
    }
    if if_none_match == published.etag:
        return Response(status_code=304, headers=headers)
    return CredentialResponse(published.body, headers=headers)


@router.get("/api/certificates/{number}/credential", response_class=CredentialResponse)
async def download_credential(
    number: str, context: NoTransactionDep, resources: ResourcesDep, user_id: UserIdDep
) -> CredentialResponse:
    """Download the certificate as an Open Badge with a Data Integrity proof."""
    credential = await sign_own_credential(context, resources.issuer, user_id, number)
    return CredentialResponse.download(credential.document, f"{credential.number}.json")


@router.get("/api/certificates/{number}/badge.svg", response_class=SvgResponse)
async def download_svg_badge(
    number: str, context: NoTransactionDep, resources: ResourcesDep, user_id: UserIdDep
) -> SvgResponse:
    """Download the badge as an SVG picture that contains the signed credential."""
    badge = await _render_badge(context, resources, user_id, number, "svg")
    return SvgResponse.download(badge, f"{own_number(number)}.svg")


@router.get("/api/certificates/{number}/badge.png", response_class=PngResponse)
async def download_png_badge(
    number: str, context: NoTransactionDep, resources: ResourcesDep, user_id: UserIdDep
) -> PngResponse:
    """Download the badge as a PNG picture that contains the signed credential."""
    badge = await _render_badge(context, resources, user_id, number, "png")
    return PngResponse.download(badge, f"{own_number(number)}.png")


async def _render_badge(
    context: Context, resources: Resources, user_id: UUID, number: str, form: Literal["svg", "png"]
) -> bytes:
    await context.limits.count_own("pdf", user_id)
    return await render_own(context, resources.issuer, resources.certificate_renderer, user_id, number, form)


@router.get("/api/certificates/{number}/credential.jwt", response_class=TokenResponse)
async def download_token(
    number: str, context: NoTransactionDep, resources: ResourcesDep, user_id: UserIdDep
) -> TokenResponse:
    """Download the certificate as an Open Badge in a signed JSON Web Token."""
    credential = await sign_own_credential(context, resources.issuer, user_id, number)
    return TokenResponse.download(credential.jwt, f"{credential.number}.jwt")


@key_router.get("/.well-known/jwks.json")
async def jwks(resources: ResourcesDep, response: Response) -> dict[str, Any]:
    """Return the key set (RFC 7517)."""
    response.headers["Cache-Control"] = "public, max-age=300"
    return resources.signing_key.jwks()
