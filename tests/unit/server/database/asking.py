"""What tests ask of a database that has been migrated."""

from collections.abc import Callable
from typing import TypeVar

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlmodel import SQLModel

import webdev_certs.server.models  # noqa: F401  registers the tables
from webdev_certs.server.database.engine import Database

T = TypeVar("T")


async def ask(database_url: str, question: Callable[[Connection], T]) -> T:
    """Return what a function returns that is called with a connection, in a transaction."""
    database = Database(database_url)
    async with database.engine.begin() as connection:
        answer = await connection.run_sync(question)
    await database.dispose()
    return answer


def drift(connection: Connection) -> list[object]:
    """Return how the tables differ from those of the models."""
    return compare_metadata(MigrationContext.configure(connection), SQLModel.metadata)
