"""Insert rows that a simultaneous request may be inserting too."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel

from webdev_certs.server.database.engine import AsyncSession

_INSERT = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert_ignoring(db: AsyncSession, table: type[SQLModel]) -> sqlite.Insert | postgresql.Insert:
    """Return an INSERT that skips rows which break a unique constraint, instead of failing.

    Add `.values(…)`, and `.returning(…)` to learn which rows were inserted. The statement waits for a
    transaction that is inserting the same row, so the row can be read afterwards in either case.
    """
    return _INSERT[db.get_bind().dialect.name](table).on_conflict_do_nothing()


async def upsert(
    db: AsyncSession,
    table: type[SQLModel],
    key: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    *,
    initial: Mapping[str, Any] | None = None,
) -> None:
    """Insert rows, or change those that are there already.

    Args:
        db: The transaction.
        table: Their table.
        key: The columns of its primary key.
        rows: Column → value, with the same columns in all rows.
        initial: The values of further columns, which only new rows get.
    """
    if not rows:
        return
    insert = _INSERT[db.get_bind().dialect.name](table)
    changes = {column: insert.excluded[column] for column in rows[0] if column not in key}
    values = [{**(initial or {}), **row} for row in rows]
    await db.exec(insert.on_conflict_do_update(index_elements=list(key), set_=changes), params=values)


async def increment(db: AsyncSession, table: type[SQLModel], key: Mapping[str, str], column: str) -> None:
    """Add one to a counter; its row is created the first time.

    Args:
        db: The transaction.
        table: The counter's table.
        key: The values of its primary key.
        column: The column that counts.
    """
    insert = _INSERT[db.get_bind().dialect.name](table).values(**key, **{column: 1})
    counter = SQLModel.metadata.tables[str(table.__tablename__)].c[column]
    await db.exec(insert.on_conflict_do_update(index_elements=list(key), set_={column: counter + 1}))
