"""Inserting rows that a simultaneous request may be inserting too."""

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
