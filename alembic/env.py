"""Run migrations with the application's database engine."""

import asyncio
import logging
from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection
from sqlmodel import SQLModel

import webdev_certs.server.models  # noqa: F401  registers the tables
from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.migrations import migrating, run_beside_requests
from webdev_certs.server.models.base import UtcDateTime
from webdev_certs.settings import get_settings
from webdev_certs.web.log_lines import configure_logging

config = context.config
# Tests give their database URL in the attributes and keep their own logging.
database_url: str | None = config.attributes.get("database_url")
if database_url is None:
    settings = get_settings()
    database_url = settings.database
    configure_logging(settings.log_format)
    # Says which migrations run.
    logging.getLogger("alembic.runtime.migration").setLevel(logging.INFO)


def render_item(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """Render the project's column types as SQLAlchemy's, so that migrations do not depend on the project."""
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and type(item).__name__ == "AutoString":
        return f"sa.String(length={item.length})"
    return False


def run(connection: Connection) -> None:
    """Run the migrations of the alembic command."""
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_item=render_item,
        # SQLite cannot alter most of a table, so alembic creates a new one and copies the rows.
        render_as_batch=connection.dialect.name == "sqlite",
        # What a migration has locked, it holds until its transaction ends.
        transaction_per_migration=True,
        # Alembic assumes that SQLite cannot; but a migration that is killed must leave nothing half done.
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def migrate(url: str) -> None:
    """Connect, migrate, and close all connections."""
    # A migration takes as long as it needs.
    database = Database(url, patience_seconds=None)
    try:
        async with migrating(database) as connection:
            await run_beside_requests(connection, run)
    finally:
        await database.dispose()


if context.is_offline_mode():
    raise SystemExit("Migrations need a database connection. Run them without --sql.")
try:
    asyncio.run(migrate(database_url))
except OSError as error:
    raise SystemExit(f"The database does not answer: {error}") from None
