"""Overdue users are found by indexes, and not by reading whole tables."""

import random
from typing import Any

from sqlalchemy import Connection, event, text

from tests.conftest import FakeClock
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import Database
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.services.payments.webhooks import sync_overdue
from webdev_certs.server.services.shared.context import Context
from webdev_certs.settings import Settings

_INDEXES = ("ix_subscriptions_running", "ix_subscriptions_past_due", "ix_checkouts_open")


async def test_overdue_users_are_found_by_indexes(database: Database, clock: FakeClock):
    statements: list[tuple[str, Any]] = []

    @event.listens_for(database.engine.sync_engine, "before_cursor_execute")
    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        statements.append((statement, parameters))

    settings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    context = Context(
        database=database,
        bank=Bank([]),
        settings=settings,
        signing_key=SigningKey.generate(),
        clock=clock,
        rng=random.Random(1),
    )
    await sync_overdue(context)
    ((statement, parameters),) = [found for found in statements if "UPDATE customers" in found[0]]

    def explain(connection: Connection) -> str:
        is_sqlite = connection.dialect.name == "sqlite"
        if not is_sqlite:
            # The tables are empty, and reading them would be cheaper.
            connection.execute(text("SET LOCAL enable_seqscan = off"))
        rows = connection.exec_driver_sql(
            f"EXPLAIN {'QUERY PLAN' if is_sqlite else ''} {statement}", parameters
        )
        return "\n".join(str(row) for row in rows)

    async with database.engine.begin() as connection:
        plan = await connection.run_sync(explain)
    assert [index for index in _INDEXES if index not in plan] == [], plan
    assert "SCAN customers" not in plan
    assert "SCAN subscriptions\n" not in plan
