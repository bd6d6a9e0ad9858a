"""What the API counts and shows to Prometheus."""

import asyncio
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from tests import factories
from tests.answering import advance, save, start_exam
from tests.conftest import FakeClock
from tests.statements import observed_statements
from tests.waiting import until
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.api.gauges import read_gauges
from webdev_certs.server.database.engine import PoolUse
from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.shared.metrics import REGISTRY


async def values(app: FastAPI) -> dict[str, float]:
    return {
        sample.name.removeprefix("webdev_certs_"): sample.value
        for metric in await read_gauges(app)
        for sample in metric.samples
    }


def counted(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(f"webdev_certs_{name}", labels) or 0


async def test_what_waits_is_read_with_one_query(api_app: FastAPI, resources: Resources, clock: FakeClock):
    async with resources.database.transaction() as db:
        await queue_mail(db, Message("ada@example.com", "Hello", "text", "html"), clock())
    clock.advance(minutes=5)
    statements: list[str] = []
    with observed_statements(statements.append):
        found = await values(api_app)
    assert len([text for text in statements if text.lstrip().startswith("SELECT (SELECT")]) == 1
    assert found["outbox_mails"] == 1
    assert found["outbox_age_seconds"] == 300
    assert found["reviews_waiting"] == found["exams_running"] == found["review_age_seconds"] == 0
    assert found["database_up"] == 1


async def test_running_exams_are_counted_until_their_deadline(
    account: factories.Account, api_app: FastAPI, clock: FakeClock
):
    await start_exam(account)
    assert (await values(api_app))["exams_running"] == 1
    clock.advance(hours=3)
    assert (await values(api_app))["exams_running"] == 0


async def test_connections_that_are_waited_for_are_counted(api_app: FastAPI, resources: Resources):
    most = int((await values(api_app))["database_connections_most"])
    entered, release = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hold(_connection: object) -> None:
        loop.call_soon_threadsafe(entered.set)
        if resources.database.sqlite_engine:
            asyncio.run_coroutine_threadsafe(release.wait(), loop).result(10)

    async def use() -> None:
        if resources.database.sqlite_engine:
            await resources.database.run(hold)
            return
        async with resources.database.engine.connect():
            entered.set()
            await release.wait()

    def is_full(pool: PoolUse) -> bool:
        return pool.in_use >= most and pool.waiting > 0

    tasks = [asyncio.create_task(use()) for _ in range(most + 1)]
    await entered.wait()
    # Background tasks of the API may wait too.
    await until(lambda: is_full(resources.database.pool_use()))
    release.set()
    await asyncio.gather(*tasks)
    assert resources.database.pool_use().in_use < most


@pytest.mark.one_database
async def test_without_a_database_the_rest_is_shown(api_app: FastAPI, tmp_path: Path):
    file = tmp_path / "test.db"
    file.unlink()
    # So that no background task makes an empty database.
    file.mkdir()
    found = await values(api_app)
    assert found["database_up"] == 0
    assert "outbox_mails" not in found
    assert found["password_hashes_waiting"] == 0


@pytest.mark.one_database
async def test_requests_are_counted_by_the_template_of_their_route(
    api: httpx.AsyncClient, account: factories.Account
):
    paths = {"route": "/api/tests/{test_id}", "method": "GET", "status": "404"}
    before = counted("request_seconds_count", **paths)
    for number in range(3):
        await account.get(f"/api/tests/{number:032x}")
    assert counted("request_seconds_count", **paths) == before + 3
    await api.request("BREW", "/api/secret-of-somebody")
    labels = [sample.labels for metric in REGISTRY.collect() for sample in metric.samples]
    shown = str(labels)
    assert "secret-of-somebody" not in shown
    assert "BREW" not in shown
    assert account.user["id"] not in shown


@pytest.mark.one_database
async def test_saves_and_next_questions_are_counted(account: factories.Account):
    saved, chosen = (
        counted("answers_saved_total", kind="exam"),
        counted("next_question_seconds_count", kind="exam"),
    )
    state = await start_exam(account)
    await save(account, state)
    assert counted("answers_saved_total", kind="exam") == saved + 1
    await advance(account, state)
    assert counted("next_question_seconds_count", kind="exam") == chosen + 1
