"""Inserting what another request may be inserting at the same moment."""

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel

from webdev_certs.server.database.engine import AsyncSession

_INSERT = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert_ignoring(session: AsyncSession, table: type[SQLModel]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that leaves out rows which break a unique constraint, instead of failing.

    Add `.values(…)`, and `.returning(…)` to learn which rows went in. Against a transaction that has not
    committed yet the statement waits, so afterwards the rows that were there first can be read.
    """
    return _INSERT[session.get_bind().dialect.name](table).on_conflict_do_nothing()
