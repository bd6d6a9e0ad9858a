"""Migrations and models define the same tables, on every kind of database; upgrades keep what was stored."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from alembic import command
from sqlalchemy import Connection, Select, delete, inspect, select
from sqlmodel import SQLModel

from tests.conftest import alembic_config
from tests.unit.server.database.asking import ask, drift
from tests.unit.server.database.older_rows import insert_older
from webdev_certs.server import models


def _tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) - {"alembic_version"}


async def test_migrations_create_exactly_the_tables_of_the_models(database_url: str):
    assert models.__all__
    assert await ask(database_url, drift) == []
    assert await ask(database_url, _tables) == set(SQLModel.metadata.tables)


async def test_only_open_attempts_are_unique(database_url: str):
    def condition(connection: Connection) -> tuple[object, object]:
        indexes = {index["name"]: index for index in inspect(connection).get_indexes("attempts")}
        found = indexes["uq_attempts_open"]
        options = found.get("dialect_options", {})
        return found["unique"], str(options.get(f"{connection.dialect.name}_where")).strip("()")

    unique, where = await ask(database_url, condition)
    assert unique
    assert where == "submitted_at IS NULL"


# Not a coroutine, because alembic's commands start an event loop themselves.
@pytest.mark.changes_tables
def test_every_migration_can_be_downgraded_and_upgraded_again(database_url: str):
    config = alembic_config(database_url)
    command.downgrade(config, "base")
    assert asyncio.run(ask(database_url, _tables)) == set()
    command.upgrade(config, "head")
    assert asyncio.run(ask(database_url, drift)) == []


class _Upgrade:
    """An upgrade from an earlier version, with rows in its tables."""

    def __init__(self, database_url: str) -> None:
        self._url, self._config = database_url, alembic_config(database_url)

    def go_back(self, revision: str) -> None:
        command.downgrade(self._config, revision)

    def insert(self, name: str, *rows: dict[str, Any]) -> None:
        """Insert rows, of which each has the values that matter (`insert_older`)."""

        def insert(connection: Connection) -> None:
            for row in rows:
                insert_older(connection, name, **row)

        asyncio.run(ask(self._url, insert))

    def go_on(self) -> None:
        command.upgrade(self._config, "head")

    def rows(self, query: Select[Any]) -> list[Any]:
        """Return what a query finds: the values of its one column, or tuples."""
        found = asyncio.run(ask(self._url, lambda connection: connection.execute(query).all()))
        return [row[0] if len(row) == 1 else tuple(row) for row in found]


@pytest.fixture
def upgrade(database_url: str) -> Iterator[_Upgrade]:
    yield _Upgrade(database_url)

    def clear(connection: Connection) -> None:
        for emptied in reversed(SQLModel.metadata.sorted_tables):
            connection.execute(delete(emptied))

    asyncio.run(ask(database_url, clear))


@pytest.mark.changes_tables
def test_extra_time_that_learners_chose_becomes_a_granted_request(upgrade: _Upgrade):
    upgrade.go_back("0013")
    ids = {percent: uuid4() for percent in (0, 50)}
    users = ({"id": ids[n], "email": f"{n}@example.com", "extra_time_percent": n} for n in ids)
    upgrade.insert("users", *users)
    upgrade.go_on()
    request, user = _columns("extra_time_requests"), _columns("users")
    requests = upgrade.rows(
        select(request.user_id, request.percent, request.state, request.note, request.reason)
    )
    assert requests == [(ids[50], 50, "granted", "before requests", None)]
    assert upgrade.rows(select(user.extra_time_percent).order_by(user.email)) == [0, 50]


@pytest.mark.changes_tables
def test_reports_accounts_and_payments_of_earlier_versions_are_upgraded(upgrade: _Upgrade):
    upgrade.go_back("0019")
    user_id = uuid4()
    upgrade.insert("users", {"id": user_id})
    for name, source in (("a", "test"), ("b", "practice")):
        upgrade.insert("item_versions", {"item_id": name, "version": 1})
        upgrade.insert(
            "item_reports", {"user_id": user_id, "item_id": name, "item_version": 1, "source": source}
        )
    outcomes = ("paid", "partially_refunded", "refunded", "disputed", "open", "failed")
    upgrade.insert(
        "payments", *({"payment_id": f"in_{of}", "user_id": user_id, "outcome": of} for of in outcomes)
    )
    for intent in ("pi_1", None):
        purchase = {"checkout_session_id": f"cs_{intent}", "user_id": user_id, "intent_id": intent}
        upgrade.insert("purchases", purchase)
    upgrade.go_on()
    report = _columns("item_reports")
    sources = select(report.source).order_by(report.item_id)
    assert upgrade.rows(sources) == ["exam", "practice"]
    assert upgrade.rows(select(_columns("users").language)) == ["en"]
    # What was paid before receipts existed is marked as if it had one, so that none is mailed.
    expected = {"pi_1", "in_paid", "in_partially_refunded", "in_refunded", "in_disputed"}
    assert set(upgrade.rows(select(_columns("receipts").reference))) == expected
    upgrade.go_back("0019")
    assert upgrade.rows(sources) == ["test", "practice"]
    upgrade.go_on()


@pytest.mark.changes_tables
def test_who_failed_a_test_before_retakes_were_mailed_is_reminded_after_the_upgrade(upgrade: _Upgrade):
    upgrade.go_back("0034")
    now, user_id = datetime.now(UTC), uuid4()
    kinds: dict[str, dict[str, Any]] = {
        "failed": {"passed": False},
        "planned": {"passed": False},
        "passed": {"passed": True},
        "old": {"passed": False, "submitted_at": now - timedelta(days=400)},
        "mock": {"passed": False, "mock": True},
        "running": {"submitted_at": None},
    }
    ids = {kind: uuid4() for kind in kinds}
    upgrade.insert("users", {"id": user_id})
    for kind, row in kinds.items():
        last_week = {"submitted_at": now - timedelta(days=7), "mock": False}
        upgrade.insert("attempts", {"id": ids[kind], "user_id": user_id} | last_week | row)
    planned_at = now + timedelta(days=7)
    planned = {"user_id": user_id, "kind": "retake", "about": ids["planned"], "due_at": planned_at}
    upgrade.insert("reminders", planned)
    upgrade.go_on()
    reminder = _columns("reminders")
    found = dict(upgrade.rows(select(reminder.about, reminder.due_at)))
    assert set(found) == {ids["failed"], ids["planned"]}
    assert found[ids["planned"]] == planned_at
    # While the upgrade may still run, the release before queues no mail about it.
    assert found[ids["failed"]] > now + timedelta(hours=23)


def _columns(name: str) -> Any:
    return SQLModel.metadata.tables[name].c
