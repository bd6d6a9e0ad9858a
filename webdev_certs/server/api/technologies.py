"""The catalog of technologies, which is public."""

from fastapi import APIRouter, Request

from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.server.api.context import get_limits
from webdev_certs.server.api.dependencies import ResourcesDep
from webdev_certs.server.api.responses import PngResponse
from webdev_certs.server.services.items import catalog

router = APIRouter(prefix="/api/technologies", tags=["technologies"])


@router.get("")
async def list_technologies(resources: ResourcesDep) -> list[TechnologySummary]:
    """List the technologies that can be certified."""
    return catalog.list_technologies(resources.bank)


@router.get("/{technology}")
async def get_technology(technology: str, resources: ResourcesDep) -> TechnologySummary:
    """Read one technology with its topics; the error for an unknown one lists those that exist."""
    return catalog.get_technology(resources.bank, technology)


@router.head("/{technology}/badge.png", include_in_schema=False)
@router.get("/{technology}/badge.png", response_class=PngResponse)
async def get_badge(technology: str, request: Request, resources: ResourcesDep) -> PngResponse:
    """Return the badge of the technology's title, which all its credentials name. The URL never changes."""
    title = catalog.get_technology(resources.bank, technology).title
    network = (await get_limits(request, resources)).network
    picture = await resources.certificate_renderer.title_badge(title, caller=network)
    headers = {"Cache-Control": "public, max-age=86400", "Access-Control-Allow-Origin": "*"}
    return PngResponse(picture, headers=headers)
