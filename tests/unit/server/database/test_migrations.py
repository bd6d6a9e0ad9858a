"""Migrations and models define the same tables, on every kind of database."""

import asyncio
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Executable, Insert, column, delete, insert, inspect, select, table
from sqlmodel import SQLModel

from tests.conftest import alembic_config
from webdev_certs.server import models
from webdev_certs.server.database.engine import Database


async def _ask(database_url: str, question):
    database = Database(database_url)
    async with database.engine.connect() as connection:
        answer = await connection.run_sync(question)
    await database.dispose()
    return answer


async def _run(database_url: str, statement: Executable, rows: list[dict[str, Any]] | None = None):
    database = Database(database_url)
    async with database.engine.begin() as connection:
        result = await connection.execute(statement, rows)
        found = result.all() if result.returns_rows else []
    await database.dispose()
    return found


def _insert_user(**others: Any) -> tuple[Insert, list[dict[str, Any]]]:
    """Return what inserts a user of an earlier version, whose table may lack columns of the present one."""
    now = datetime(2026, 3, 2, tzinfo=UTC)
    row = {
        "id": uuid4(),
        "email": "ada@example.com",
        "full_name": "Ada",
        "extra_time_percent": 0,
        "reduced_motion": False,
        "terms_accepted_at": now,
        "created_at": now,
    } | others
    present = SQLModel.metadata.tables["users"].c
    return insert(table("users", *(column(name, present[name].type) for name in row))), [row]


def _drift(connection: Connection) -> list[object]:
    return compare_metadata(MigrationContext.configure(connection), SQLModel.metadata)


def _tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) - {"alembic_version"}


async def test_migrations_create_exactly_the_tables_of_the_models(database_url: str):
    assert models.__all__
    assert await _ask(database_url, _drift) == []
    assert await _ask(database_url, _tables) == set(SQLModel.metadata.tables)


async def test_only_open_attempts_are_unique(database_url: str):
    def condition(connection: Connection) -> tuple[object, object]:
        indexes = {index["name"]: index for index in inspect(connection).get_indexes("attempts")}
        found = indexes["uq_attempts_open"]
        options = found.get("dialect_options", {})
        return found["unique"], str(options.get(f"{connection.dialect.name}_where")).strip("()")

    unique, where = await _ask(database_url, condition)
    assert unique
    assert where == "submitted_at IS NULL"


# Not a coroutine, because alembic's commands start an event loop themselves.
@pytest.mark.changes_tables
def test_every_migration_can_be_downgraded_and_upgraded_again(database_url: str):
    config = alembic_config(database_url)
    command.downgrade(config, "base")
    assert asyncio.run(_ask(database_url, _tables)) == set()
    command.upgrade(config, "head")
    assert asyncio.run(_ask(database_url, _drift)) == []


@pytest.mark.changes_tables
def test_extra_time_that_learners_chose_becomes_a_granted_request(database_url: str):
    config = alembic_config(database_url)
    command.downgrade(config, "0013")
    ids = {percent: uuid4() for percent in (0, 50)}
    for percent, user_id in ids.items():
        user = _insert_user(id=user_id, email=f"{percent}@example.com", extra_time_percent=percent)
        asyncio.run(_run(database_url, *user))
    command.upgrade(config, "head")
    request = SQLModel.metadata.tables["extra_time_requests"].c
    columns = (request.user_id, request.percent, request.state, request.note, request.reason)
    rows = asyncio.run(_run(database_url, select(*columns)))
    assert [tuple(row) for row in rows] == [(ids[50], 50, "granted", "before requests", None)]
    user = SQLModel.metadata.tables["users"].c
    percents = asyncio.run(_run(database_url, select(user.extra_time_percent).order_by(user.email)))
    assert [row[0] for row in percents] == [0, 50]
    asyncio.run(_run(database_url, delete(models.User)))


@pytest.mark.changes_tables
def test_reports_from_tests_become_reports_from_exams(database_url: str):
    config = alembic_config(database_url)
    command.downgrade(config, "0019")
    user_id, now = uuid4(), datetime(2026, 3, 2, tzinfo=UTC)
    versions = [
        {"item_id": name, "version": 1, "technology": "react", "digest": "", "content": {}}
        for name in ("a", "b")
    ]
    reports = [
        {
            "id": uuid4(),
            "user_id": user_id,
            "item_id": item_id,
            "item_version": 1,
            "source": source,
            "kind": "wrong_key",
            "text": "",
            "reported_at": now,
        }
        for item_id, source in (("a", "test"), ("b", "practice"))
    ]
    asyncio.run(_run(database_url, *_insert_user(id=user_id)))
    asyncio.run(_run(database_url, insert(models.ItemVersion), versions))
    asyncio.run(_run(database_url, insert(models.ItemReport), reports))
    report = SQLModel.metadata.tables["item_reports"].c
    query = select(report.source).order_by(report.item_id)
    command.upgrade(config, "head")
    assert [row[0] for row in asyncio.run(_run(database_url, query))] == ["exam", "practice"]
    command.downgrade(config, "0019")
    assert [row[0] for row in asyncio.run(_run(database_url, query))] == ["test", "practice"]
    command.upgrade(config, "head")
    for model in (models.ItemReport, models.ItemVersion, models.User):
        asyncio.run(_run(database_url, delete(model)))


@pytest.mark.changes_tables
def test_accounts_of_earlier_versions_get_mails_in_english(database_url: str):
    config = alembic_config(database_url)
    command.downgrade(config, "0020")
    asyncio.run(_run(database_url, *_insert_user()))
    command.upgrade(config, "head")
    language = SQLModel.metadata.tables["users"].c.language
    assert [row[0] for row in asyncio.run(_run(database_url, select(language)))] == ["en"]
    asyncio.run(_run(database_url, delete(models.User)))
