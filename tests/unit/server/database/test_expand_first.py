"""Migrations since the previous release only add.

During an upgrade, processes of the previous release serve on the migrated database.

A migration that takes something away names the earlier one that made it unnecessary:

    contracts = "0034"

That one must be part of the previous release, whose code then no longer uses what is taken away.
`make previous-release-test` shows whether it does.
"""

import asyncio
import tomllib
from collections.abc import Callable
from dataclasses import dataclass

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from tests.conftest import ROOT, alembic_config
from webdev_certs.server.database.engine import Database

PREVIOUS: str = tomllib.loads((ROOT / "tests/previous_release/release.toml").read_text())["migration"]


@dataclass(frozen=True)
class Schema:
    """What statements of the previous release rely on.

    Attributes:
        columns: The type of each column, and whether an INSERT must give it a value; by table and name.
        unique: The columns of each unique constraint and index, with its condition, by table.
    """

    columns: dict[tuple[str, str], tuple[str, bool]]
    unique: set[tuple[str, tuple[str | None, ...], str]]

    @classmethod
    def read(cls, connection: Connection) -> "Schema":
        inspector = inspect(connection)
        columns: dict[tuple[str, str], tuple[str, bool]] = {}
        unique: set[tuple[str, tuple[str | None, ...], str]] = set()
        for table in inspector.get_table_names():
            for column in inspector.get_columns(table):
                needed = not column["nullable"] and column["default"] is None
                columns[table, column["name"]] = (str(column["type"]), needed)
            for constraint in inspector.get_unique_constraints(table):
                unique.add((table, tuple(constraint["column_names"]), ""))
            for index in inspector.get_indexes(table):
                if index["unique"]:
                    options = index.get("dialect_options", {})
                    condition = str(options.get(f"{connection.dialect.name}_where", ""))
                    unique.add((table, tuple(index["column_names"]), condition))
        return cls(columns, unique)

    def breaks(self, after: "Schema") -> list[str]:
        """Return what a statement that suits this schema can fail for in a later one."""
        tables = {table for table, _name in self.columns}
        found = []
        for (table, name), (kind, needed) in self.columns.items():
            if (table, name) not in after.columns:
                found.append(f"{table}.{name} is gone")
                continue
            kind_after, needed_after = after.columns[table, name]
            if kind_after != kind:
                found.append(f"{table}.{name} was {kind} and is {kind_after}")
            if needed_after and not needed:
                found.append(f"{table}.{name} now needs a value")
        for (table, name), (_kind, needed) in after.columns.items():
            if table in tables and (table, name) not in self.columns and needed:
                found.append(f"{table}.{name} is new and needs a value")
        for table, names, _condition in sorted(after.unique - self.unique, key=str):
            if table in tables:
                found.append(f"{table}: {names} must now be unique")
        return found


async def _schema(url: str, change: Callable[[Operations], object] | None = None) -> Schema:
    """Return the schema of a database, after a change if there is one, which is rolled back."""
    database = Database(url)
    async with database.engine.connect() as connection:
        if change:
            await connection.run_sync(lambda sync: change(Operations(MigrationContext.configure(sync))))
        schema = await connection.run_sync(Schema.read)
    await database.dispose()
    return schema


@pytest.mark.changes_tables
def test_migrations_since_the_previous_release_only_add(database_url: str):
    config = alembic_config(database_url)
    script = ScriptDirectory.from_config(config)
    released = {revision.revision for revision in script.iterate_revisions(PREVIOUS, "base")}
    command.downgrade(config, PREVIOUS)
    before = asyncio.run(_schema(database_url))
    for revision in reversed(list(script.iterate_revisions("head", PREVIOUS))):
        command.upgrade(config, revision.revision)
        after = asyncio.run(_schema(database_url))
        if getattr(revision.module, "contracts", None) not in released:
            assert before.breaks(after) == [], f"migration {revision.revision}"
        before = after


def _add(op: Operations) -> None:
    with op.batch_alter_table("users") as batch:
        batch.add_column(sa.Column("country", sa.String(2), nullable=False))


def _shorten(op: Operations) -> None:
    with op.batch_alter_table("users") as batch:
        batch.alter_column("full_name", type_=sa.String(60))


def _require(op: Operations) -> None:
    with op.batch_alter_table("jobs") as batch:
        batch.alter_column("outcome", nullable=False)


BREAKING: dict[str, Callable[[Operations], object]] = {
    "jobs.outcome is gone": lambda op: op.drop_column("jobs", "outcome"),
    "jobs.due_at is gone": lambda op: op.execute("ALTER TABLE jobs RENAME COLUMN due_at TO next_at"),
    "jobs.name is gone": lambda op: op.rename_table("jobs", "background_jobs"),
    "jobs.outcome now needs a value": _require,
    "users.country is new and needs a value": _add,
    "users.full_name was VARCHAR(120) and is VARCHAR(60)": _shorten,
    "users: ('full_name',) must now be unique": lambda op: op.create_index(
        "uq_users_full_name", "users", ["full_name"], unique=True
    ),
}


@pytest.mark.changes_tables
@pytest.mark.parametrize("found", BREAKING)
def test_a_migration_that_breaks_the_previous_release_is_found(database_url: str, found: str):
    before = asyncio.run(_schema(database_url))
    assert found in before.breaks(asyncio.run(_schema(database_url, BREAKING[found])))
