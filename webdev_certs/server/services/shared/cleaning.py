"""Deleting rows that are no longer needed."""

from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import delete, select

from webdev_certs.server.database.engine import Database

_BATCH = 1000


async def delete_old(database: Database, key: Any, is_old: ColumnElement[bool]) -> int:
    """Delete rows in several transactions, so that nobody has to wait for long, and return their number.

    Args:
        database: The database.
        key: The column of the primary key.
        is_old: Which rows to delete.
    """
    total = 0
    while True:
        old = select(key).where(is_old).limit(_BATCH)
        async with database.transaction() as db:
            deleted = await db.exec(
                delete(key.class_).where(key.in_(old)).execution_options(synchronize_session=False)
            )
        total += deleted.rowcount
        if deleted.rowcount < _BATCH:
            return total
