"""Which calls need paid access: the review of a practice session and the list of mistakes, and no others."""

from uuid import UUID

import httpx
import pytest
from sqlmodel import col, delete

from tests.api.security.furnished import settings, stage, stripe, supabase
from tests.api.security.granted import granted_call
from tests.api.security.stage import Stage
from tests.world import World
from webdev_certs.server.models.payments import Entitlement

__all__ = ["settings", "stage", "stripe", "supabase"]

pytestmark = pytest.mark.one_database

_PAID = {
    "GET /api/practice/{practice_session_id}/result",
    "GET /api/practice/mistakes",
    "GET /api/practice/mistakes/counts",
    "POST /api/practice/mistakes",
    "GET /api/practice/history",
    "PATCH /api/practice/{practice_session_id}/items/{position}/annotation",
    "GET /api/tests/{test_id}/score-report",
}
"""What `texts/en/paid_access.md` must list: adapt it when the API refuses more, or less."""


def test_all_other_calls_are_granted_without_paid_access(world: World, stage: Stage):
    """With paid access, all these requests are granted (test_schemathesis.py)."""
    world.run(lambda _: _take_access(world, stage))
    refused: dict[str, int] = {}
    for path, operations in world.app.openapi()["paths"].items():
        for method in map(str.upper, operations):
            answer = world.run(lambda _, call=(method, path): _make(stage, *call))
            if answer.is_error:
                refused[f"{method} {path}"] = answer.status_code
    assert refused == dict.fromkeys(_PAID, 402)


async def _take_access(world: World, stage: Stage) -> None:
    owner = UUID(stage.owner.user["id"])
    async with world.app.state.resources.database.transaction() as db:
        await db.exec(delete(Entitlement).where(col(Entitlement.user_id) == owner))


async def _make(stage: Stage, method: str, path: str) -> httpx.Response:
    call = await granted_call(stage, method, path)
    url = path.format(**call.ids)
    return await call.who.request(method, url, params=call.query, json=call.body)
