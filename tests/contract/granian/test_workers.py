"""Several workers serve one port; one that is killed is replaced, and nobody loses anything."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import httpx
import pytest
from sqlmodel import update

from tests.answering import advance, save, submit
from tests.child_processes import KILLED_WITH_PARENT
from tests.conftest import POSTGRES, ROOT
from tests.factories import generous_limits, register
from tests.ports import free_port
from tests.postgres import Cluster
from tests.redis_server import RedisServer
from tests.waiting import until
from webdev_certs.server.database.engine import Database
from webdev_certs.server.models.accounts import User

_START_SECONDS = 60


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """Return the URL of an empty PostgreSQL database."""
    if POSTGRES is None:
        pytest.skip("PostgreSQL is not installed")
    cluster: Cluster = request.getfixturevalue("postgres_cluster")
    yield cluster.url("shared")
    cluster.empty("shared")


@pytest.fixture
def port(database: str, redis_server: RedisServer, tmp_path: Path) -> Iterator[int]:
    """Serve the API with two workers, and return their port."""
    port = free_port()
    settings = {
        "ENV_FILE": os.devnull,
        "WORKERS": "2",
        "DATABASE_URL": database,
        "DATABASE_CONNECTIONS": "10",
        "REDIS_URL": redis_server.url,
        "SANDBOX": "false",
        "DATA_DIR": str(tmp_path),
        "LIMITS": generous_limits().model_dump_json(),
    }
    command = [*KILLED_WITH_PARENT, sys.executable, "-m", "tests.contract.granian.named_api", str(port)]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | settings,
            stdin=subprocess.PIPE,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield port
    finally:
        assert process.stdin
        process.stdin.close()
        process.wait()


@pytest.fixture
async def api(port: int) -> AsyncIterator[httpx.AsyncClient]:
    """Return a client that connects anew for each call, as calls behind a proxy do."""
    limits = httpx.Limits(max_keepalive_connections=0)
    url = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=30) as client:
        await until(partial(_has_two_without, client), seconds=_START_SECONDS)
        yield client


async def workers(api: httpx.AsyncClient) -> set[int]:
    """Return which processes answer at the moment."""
    answers = await asyncio.gather(*(api.get("/api/ready") for _ in range(40)), return_exceptions=True)
    return {
        int(answer.headers["X-Worker"])
        for answer in answers
        # A connection that the killed worker had accepted is lost.
        if isinstance(answer, httpx.Response) and answer.status_code == 200
    }


async def _has_two_without(api: httpx.AsyncClient, killed: int = 0) -> bool:
    found = await workers(api)
    return len(found) == 2 and killed not in found


async def test_a_journey_across_workers_goes_on_when_one_is_killed(api: httpx.AsyncClient, database: str):
    learner = await register(api)
    shared = Database(database)
    async with shared.transaction() as db:
        await db.exec(update(User).values(email_confirmed_at=datetime.now(UTC)))
    await shared.dispose()
    started = await api.post("/api/tests", json={"technology": "react"}, headers=learner.headers)
    state, served_by = started.json(), set()
    killed = 0
    for position in range(1, 21):
        saved = await save(learner, state)
        assert saved.status_code == 200, saved.text
        served_by.add(int(saved.headers["X-Worker"]))
        if position == 10:
            killed = int(saved.headers["X-Worker"])
            os.kill(killed, signal.SIGKILL)

            await until(partial(_has_two_without, api, killed), seconds=_START_SECONDS)
        if position < 20:
            state = (await advance(learner, state)).json()
            assert state["position"] == position + 1
    result = await submit(learner, state["test_id"])
    assert (result.status_code, result.json()["passed"]) == (200, True)
    assert served_by - {killed}, "one worker served everything"
    listed = (await learner.get("/api/tests")).json()
    assert [(attempt["test_id"], attempt["status"]) for attempt in listed] == [
        (state["test_id"], "submitted")
    ]


async def test_a_sign_out_at_one_worker_counts_at_the_other(api: httpx.AsyncClient):
    learner = await register(api)
    assert (await learner.get("/api/profile")).status_code == 200
    await api.post("/api/auth/logout", headers=learner.headers)
    refused: set[int] = set()

    async def both_refuse() -> bool:
        # The other worker asks Redis twice a second.
        answer = await learner.get("/api/tests")
        if answer.status_code == 401:
            refused.add(int(answer.headers["X-Worker"]))
        return len(refused) == 2

    await until(both_refuse, seconds=_START_SECONDS)
