"""What tests see of the SQL that any engine of the process executes: statements and commits.

SQLAlchemy keeps its listeners in a collection that must not change while another thread executes a statement.
So there is one listener of each kind for the whole run, registered before the first engine exists. Only the
observers that it calls are added and removed.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

_Observers = list[Callable[[Any], None]]
_statements: _Observers = []
_commits: _Observers = []


@event.listens_for(Engine, "before_cursor_execute")
def _tell_of_statement(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
    _tell(_statements, statement)


@event.listens_for(Engine, "commit")
def _tell_of_commit(connection: object) -> None:
    _tell(_commits, connection)


def observed_statements(observe: Callable[[str], None]):
    """Call `observe` with each statement before it is executed, in the thread that executes it."""
    return _observed(_statements, observe)


def observed_commits(observe: Callable[[object], None]):
    """Call `observe` with the connection of each commit."""
    return _observed(_commits, observe)


@contextmanager
def _observed(observers: _Observers, observe: Callable[[Any], None]) -> Iterator[None]:
    observers.append(observe)
    try:
        yield
    finally:
        observers.remove(observe)


def _tell(observers: _Observers, what: object) -> None:
    for observe in tuple(observers):
        observe(what)


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
