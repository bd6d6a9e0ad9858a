"""The checks for load balancers and process managers: alive, and ready to serve."""

from typing import Literal

from fastapi import APIRouter

from webdev_certs.schemas.base import Response
from webdev_certs.server.api.dependencies import ResourcesDep
from webdev_certs.server.api.errors import problem
from webdev_certs.server.database.readiness import find_trouble


class Health(Response):
    status: Literal["ok"] = "ok"


class Ready(Response):
    status: Literal["ready"] = "ready"


router = APIRouter(prefix="/api", tags=["health"])


@router.get("/health")
async def health() -> Health:
    """Answer `ok` while the process lives, whatever it depends on."""
    return Health()


@router.get("/ready", response_model=Ready, responses={503: {"description": "The reason is in `code`"}})
async def ready(resources: ResourcesDep):
    """Answer `ready` if requests can be served and answers saved; else say why not."""
    trouble = await find_trouble(resources.database, resources.settings.data_dir)
    if trouble:
        return problem(503, "Not ready", trouble.code, trouble.message)
    if not resources.bank_store.is_stored:
        return problem(503, "Not ready", "starting", "The question bank is not stored yet.")
    if not await resources.limiter.is_reachable():
        return problem(503, "Not ready", "redis_unavailable", "Redis does not answer.")
    return Ready()
