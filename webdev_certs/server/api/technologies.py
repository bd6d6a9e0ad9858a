"""The catalog of technologies, and the site in numbers, which are public."""

from fastapi import APIRouter, Request

from webdev_certs.schemas.technologies import Figures, TechnologySummary
from webdev_certs.server.api.dependencies import DbDep, ResourcesDep, get_limits
from webdev_certs.server.api.responses import PngResponse
from webdev_certs.server.services.items import catalog

router = APIRouter(prefix="/api/technologies", tags=["technologies"])
figures_router = APIRouter(prefix="/api/figures", tags=["technologies"])


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


@figures_router.get("")
async def read_figures(resources: ResourcesDep, db: DbDep) -> Figures:
    """Count question families, practice questions, and the tests that were passed here."""
    return await resources.figures.read(db, resources.bank, resources.clock())
