"""Migrations and models define the same tables, on every kind of database."""

import asyncio
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, delete, insert, inspect, select
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

    async def run(statement, rows=None):
        database = Database(database_url)
        async with database.engine.begin() as connection:
            result = await connection.execute(statement, rows)
            found = result.all() if result.returns_rows else []
        await database.dispose()
        return found

    now = datetime(2026, 3, 2, tzinfo=UTC)
    users = [
        {
            "id": user_id,
            "email": f"{percent}@example.com",
            "full_name": "A",
            "extra_time_percent": percent,
            "reduced_motion": False,
            "terms_accepted_at": now,
            "created_at": now,
        }
        for percent, user_id in ids.items()
    ]
    asyncio.run(run(insert(models.User), users))
    command.upgrade(config, "head")
    request = SQLModel.metadata.tables["extra_time_requests"].c
    columns = (request.user_id, request.percent, request.state, request.note, request.reason)
    rows = asyncio.run(run(select(*columns)))
    assert [tuple(row) for row in rows] == [(ids[50], 50, "granted", "before requests", None)]
    user = SQLModel.metadata.tables["users"].c
    percents = asyncio.run(run(select(user.extra_time_percent).order_by(user.email)))
    assert [row[0] for row in percents] == [0, 50]
    asyncio.run(run(delete(models.User)))
