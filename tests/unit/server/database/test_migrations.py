"""Migrations and models define the same tables, on every kind of database."""

import asyncio

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect
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
