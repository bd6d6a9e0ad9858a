"""Read rows by key through the driver itself: SQLAlchemy only compiles the query, once.

Executing a statement through SQLAlchemy takes several times as long as finding a row by its key.
"""

import asyncio
import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import asyncpg
from sqlalchemy import Dialect, Engine, Select, any_, bindparam
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from webdev_certs.server.database.batching import Batcher

_KEY, _KEYS = "key", "keys"


class RowReader(Protocol):
    """Reads rows over one connection of its own, which is opened at the first call."""

    transient_errors: tuple[type[Exception], ...]
    """Errors after which the row is read over the pool, which also says what is wrong."""

    async def load(self, key: str) -> Any:
        """Return the row with this key, its columns as attributes, or None."""
        ...

    def close(self) -> None:
        """Close the connection, if one is open."""
        ...


class SqliteReader:
    """Reads on the event loop, because SQLite answers faster than a thread could be reached.

    Finding a row by its key takes SQLite 10 to 15 µs and never waits for a lock here; handing the query to a
    thread keeps the event loop busy for longer, and letting calls wait to read their rows together saves
    nothing (docs/decisions/0004).
    """

    # Most likely the database is locked.
    transient_errors: tuple[type[Exception], ...] = (sqlite3.OperationalError,)

    def __init__(self, engine: Engine, query: Select[Any]) -> None:
        self._engine = engine
        key = query.selected_columns[0]
        self._statement = str(query.where(key == bindparam(_KEY)).compile(engine))
        self._rows = _Rows(query, engine.dialect)
        self._connecting = asyncio.Lock()
        self._connection: sqlite3.Connection | None = None

    async def load(self, key: str) -> Any:
        connection = self._connection or await self._connect()
        # Outside a transaction each statement sees the latest commit.
        found = connection.execute(self._statement, (key,)).fetchone()
        return found and self._rows.convert(found)

    def close(self) -> None:
        if self._connection:
            self._connection.close()

    async def _connect(self) -> sqlite3.Connection:
        async with self._connecting:
            if self._connection is None:
                # In a thread, because connecting takes a while.
                self._connection = await asyncio.to_thread(self._open)
            return self._connection

    def _open(self) -> sqlite3.Connection:
        pooled = self._engine.raw_connection()
        # It stays open, and whoever else got it from the pool could not wait for a lock either.
        pooled.detach()
        connection = pooled.dbapi_connection
        assert isinstance(connection, sqlite3.Connection)
        # Waiting for a lock would stop the event loop.
        connection.execute("PRAGMA busy_timeout=0").close()
        return connection


class PostgresReader:
    """Runs one prepared statement for all calls that wait, so that they share a round trip to the server.

    `Database.run` would take four: one to see whether the connection still works, and two for a transaction,
    which a single statement does not need.
    """

    # The server was restarted or is away, or a migration changed the table.
    transient_errors: tuple[type[Exception], ...] = (
        OSError,
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
        # The driver is still reading what a server sent that ends the connection.
        asyncpg.InternalClientError,
        SQLAlchemyError,
    )

    def __init__(self, engine: AsyncEngine, query: Select[Any]) -> None:
        self._engine = engine
        key = query.selected_columns[0]
        keys = bindparam(_KEYS, type_=ARRAY(key.type))
        self._statement = str(query.where(key == any_(keys)).compile(dialect=engine.dialect))
        self._rows = _Rows(query, engine.dialect)
        self._batcher: Batcher[str, Any] = Batcher(self._load_batch)
        self._connection: asyncpg.Connection | None = None

    async def load(self, key: str) -> Any:
        return await self._batcher.submit(key)

    def close(self) -> None:
        if self._connection:
            # Nothing is lost: the statement only reads.
            self._connection.terminate()
        self._connection = None

    async def _load_batch(self, keys: Sequence[str]) -> Sequence[Any]:
        try:
            connection = self._connection = self._connection or await self._connect()
            # The driver prepares the statement once and keeps it.
            found = await connection.fetch(self._statement, keys)
        except Exception:
            self.close()
            raise
        rows = {row[0]: self._rows.convert(row) for row in found}
        return [rows.get(key) for key in keys]

    async def _connect(self) -> asyncpg.Connection:
        pooled = await self._engine.raw_connection()
        connection = pooled.driver_connection
        # It stays open, so it must not count among the pool's connections.
        pooled.detach()
        assert isinstance(connection, asyncpg.Connection)
        return connection


class _Rows:
    """Makes rows with the columns as attributes from what the driver returns."""

    def __init__(self, query: Select[Any], dialect: Dialect) -> None:
        columns = query.selected_columns
        self._row: Any = namedtuple("Row", columns.keys())
        self._converters: list[tuple[int, Callable[[Any], Any]]] = [
            (index, convert)
            for index, column in enumerate(columns)
            if (convert := column.type.dialect_impl(dialect).result_processor(dialect, None))
        ]

    def convert(self, values: Iterable[Any]) -> Any:
        row = list(values)
        for index, convert in self._converters:
            # NULL is None for every type.
            if row[index] is not None:
                row[index] = convert(row[index])
        return self._row._make(row)
