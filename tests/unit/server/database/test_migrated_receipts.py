"""Payments of earlier versions get no receipt after the upgrade."""

import asyncio
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from alembic import command
from sqlalchemy import delete, insert, select
from sqlmodel import col

from tests.conftest import alembic_config
from webdev_certs.server import models
from webdev_certs.server.database.engine import Database

NOW = datetime(2026, 3, 2, tzinfo=UTC)
SOLD = {"product_type": "monthly", "amount": 1_400, "currency": "eur"}


async def _insert(database_url: str, rows: list[tuple[Any, dict[str, Any]]]) -> None:
    database = Database(database_url)
    async with database.engine.begin() as connection:
        for model, row in rows:
            await connection.execute(insert(model), [row])
    await database.dispose()


async def _references(database_url: str) -> set[str]:
    database = Database(database_url)
    async with database.engine.begin() as connection:
        found = set(await connection.scalars(select(col(models.Receipt.reference))))
        for model in (models.Receipt, models.Payment, models.Purchase, models.User):
            await connection.execute(delete(model))
    await database.dispose()
    return found


@pytest.mark.changes_tables
def test_what_was_paid_before_counts_as_confirmed(database_url: str):
    config = alembic_config(database_url)
    command.downgrade(config, "0021")
    user_id = uuid4()
    user = {
        "id": user_id,
        "email": "ada@example.com",
        "full_name": "Ada",
        "extra_time_percent": 0,
        "reduced_motion": False,
        "language": "en",
        "terms_accepted_at": NOW,
        "created_at": NOW,
    }
    outcomes = ("paid", "partially_refunded", "refunded", "disputed", "open", "failed")
    payments = [
        {
            "payment_id": f"in_{outcome}",
            "user_id": user_id,
            "outcome": outcome,
            "refunded": 0,
            "created_at": NOW,
        }
        for outcome in outcomes
    ]
    purchases = [
        {"checkout_session_id": f"cs_{intent}", "user_id": user_id, "intent_id": intent, "fulfilled_at": NOW}
        for intent in ("pi_1", None)
    ]
    rows = [
        (models.User, user),
        *((models.Payment, SOLD | payment) for payment in payments),
        *((models.Purchase, SOLD | purchase) for purchase in purchases),
    ]
    asyncio.run(_insert(database_url, rows))
    command.upgrade(config, "head")
    expected = {"pi_1", "in_paid", "in_partially_refunded", "in_refunded", "in_disputed"}
    assert asyncio.run(_references(database_url)) == expected
