"""The catalog of technologies, which is public."""

from fastapi import APIRouter

from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.server.api.dependencies import ResourcesDep
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
