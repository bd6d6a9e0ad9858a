"""The catalogue; open to everyone."""

from fastapi import APIRouter

from webdev_certs.server.api.dependencies import ResourcesDep
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.server.services import catalogue

router = APIRouter(prefix="/api/technologies", tags=["technologies"])


@router.get("")
async def list_technologies(resources: ResourcesDep) -> list[TechnologySummary]:
    """What can be certified."""
    return catalogue.list_technologies(resources.bank)


@router.get("/{technology}")
async def get_technology(technology: str, resources: ResourcesDep) -> TechnologySummary:
    """One technology with its topics; an unknown one is answered with the list of those there are."""
    return catalogue.get_technology(resources.bank, technology)
