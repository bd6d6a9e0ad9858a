"""What tests see of the SQL that any engine of the process executes.

SQLAlchemy keeps its listeners in a collection that must not change while another thread executes a statement.
So there is one listener for the whole run, registered before the first engine exists. Only the observers that
it calls are added and removed.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, event

from webdev_certs.server.database.engine import Database

_observers: list[tuple[Callable[[str], None], Database | None]] = []


@event.listens_for(Engine, "before_cursor_execute")
def _tell_of_statement(connection: Connection, _cursor: object, statement: str, *_rest: object) -> None:
    for observe, database in tuple(_observers):
        if not database or connection.engine in (database.engine.sync_engine, database.sqlite_engine):
            observe(statement)


@contextmanager
def observed_statements(observe: Callable[[str], None], database: Database | None = None) -> Iterator[None]:
    """Call `observe` with each statement before it is executed, in the thread that executes it.

    Args:
        observe: Takes the statement.
        database: Whose statements count; by default those of all engines, such as the product's own jobs.
    """
    _observers.append((observe, database))
    try:
        yield
    finally:
        _observers.remove((observe, database))


@contextmanager
def lock_awaited(table: str) -> Iterator[asyncio.Event]:
    """Give an event that is set when a statement of any thread is about to wait for a row lock of `table`.

    On PostgreSQL that is a SELECT … FOR SHARE, on SQLite an UPDATE.
    """
    loop, awaited = asyncio.get_running_loop(), asyncio.Event()

    def observe(statement: str) -> None:
        if "FOR SHARE" in statement or statement.startswith(f"UPDATE {table}"):
            loop.call_soon_threadsafe(awaited.set)

    with observed_statements(observe):
        yield awaited
