"""The site in numbers, which is public."""

from fastapi import APIRouter

from webdev_certs.schemas.technologies import Figures
from webdev_certs.server.api.dependencies import DbDep, ResourcesDep

router = APIRouter(prefix="/api/figures", tags=["technologies"])


@router.get("")
async def read_figures(resources: ResourcesDep, db: DbDep) -> Figures:
    """Count question families, practice questions, and the tests that were passed here."""
    return await resources.figures.read(db, resources.bank, resources.clock())
