"""Runs migrations over the application's own engine."""

import asyncio
from logging.config import fileConfig
from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection
from sqlmodel import SQLModel

import webdev_certs.server.models  # noqa: F401  registers the tables
from webdev_certs.server.models.base import UtcDateTime
from webdev_certs.server.database.engine import Database
from webdev_certs.settings.settings import get_settings

config = context.config
# Tests name their database in the attributes, and keep their own logging.
database_url: str | None = config.attributes.get("database_url")
if database_url is None:
    database_url = get_settings().database
    if config.config_file_name:
        fileConfig(config.config_file_name, disable_existing_loggers=False)


def render_item(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """Keeps the project's types out of migrations, which must run when the project has moved on."""
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and type(item).__name__ == "AutoString":
        return f"sa.String(length={item.length})"
    return False


def run(connection: Connection) -> None:
    """Runs the migrations that the command asks for."""
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_item=render_item,
        # SQLite cannot alter a table: it is made anew and copied.
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


async def migrate(url: str) -> None:
    """Connects, migrates, and leaves no connection behind."""
    database = Database(url)
    try:
        async with database.engine.connect() as connection:
            if connection.dialect.name == "sqlite":
                # Making a table anew drops the old one, which would cascade to the rows that refer to it.
                await connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            await connection.run_sync(run)
            await connection.commit()
    finally:
        await database.dispose()


if context.is_offline_mode():
    raise SystemExit("Migrations need the database: run them without --sql.")
asyncio.run(migrate(database_url))
