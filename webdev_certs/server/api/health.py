"""The health check, for load balancers and people."""

import asyncio

from fastapi import APIRouter
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from webdev_certs.schemas.health import Health
from webdev_certs.server.api.dependencies import ResourcesDep
from webdev_certs.server.api.errors import problem

router = APIRouter(prefix="/api", tags=["health"])
# Well below the ten seconds that load balancers usually wait.
_TIMEOUT_SECONDS = 3


@router.get("/health", response_model=Health, responses={503: {"description": "The database is down"}})
async def health(resources: ResourcesDep):
    """Answer `ok` if the database answers."""
    try:
        async with asyncio.timeout(_TIMEOUT_SECONDS), resources.database.engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError):
        return problem(503, "Service unavailable", "database_unavailable", "The database does not answer.")
    return Health()
