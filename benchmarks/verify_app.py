"""The product's API with one route more, which does nothing."""

from fastapi import APIRouter, FastAPI

from webdev_certs.server.api.app import create_api
from webdev_certs.settings.settings import get_settings

EMPTY_PATH = "/api/empty"
"""Below /api, so that the rules for all calls hold for it too."""

router = APIRouter()


@router.get(EMPTY_PATH)
async def empty() -> dict[str, str]:
    """Does nothing."""
    return {}


def create() -> FastAPI:
    """Makes the application; served by Granian, as the product is."""
    api = create_api(get_settings())
    api.include_router(router)
    # First, as if it were the only one.
    api.router.routes.insert(0, api.router.routes.pop())
    return api
