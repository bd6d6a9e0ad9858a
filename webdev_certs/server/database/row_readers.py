"""Read rows by key through the driver itself: SQLAlchemy only compiles the query, once.

Executing a statement through SQLAlchemy takes several times as long as finding a row by its key.
"""

import asyncio
import json
import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import asyncpg
from sqlalchemy import Dialect, Engine, PoolProxiedConnection, Select, any_, bindparam, func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

_KEYS = "keys"


class RowReader(Protocol):
    """Reads rows over one connection of its own, which is opened at the first call."""

    transient_errors: tuple[type[Exception], ...]
    """Errors after which the query is repeated over the pool, which also says what is wrong."""

    async def select(self, keys: Sequence[str]) -> dict[str, Any]:
        """Return the rows by key, without those that do not exist. Only one call may run at a time."""
        ...

    def close(self) -> None:
        """Close the connection, if one is open."""
        ...


class SqliteReader:
    """Reads on the event loop, because SQLite answers faster than a thread could be reached.

    Finding a row by its key takes SQLite about 10 µs and never waits for a lock here; handing the query to a
    thread keeps the event loop busy for longer (docs/decisions/0004).
    """

    # Most likely the database is locked.
    transient_errors: tuple[type[Exception], ...] = (sqlite3.OperationalError,)

    def __init__(self, engine: Engine, query: Select[Any]) -> None:
        self._engine = engine
        columns = query.selected_columns
        keys = func.json_each(bindparam(_KEYS)).table_valued("value")
        self._statement = str(query.where(columns[0].in_(select(keys.c.value))).compile(engine))
        self._rows = _Rows(query, engine.dialect)
        self._connection: PoolProxiedConnection | None = None

    async def select(self, keys: Sequence[str]) -> dict[str, Any]:
        # Connecting takes a while. Outside a transaction each statement sees the latest commit.
        connection = self._connection = self._connection or await asyncio.to_thread(self._connect)
        cursor = connection.cursor()
        try:
            found = cursor.execute(self._statement, (json.dumps(keys),)).fetchall()
        finally:
            cursor.close()
        return self._rows.by_key(found)

    def close(self) -> None:
        if self._connection:
            self._connection.close()

    def _connect(self) -> PoolProxiedConnection:
        connection = self._engine.raw_connection()
        cursor = connection.cursor()
        # Waiting for a lock would stop the event loop.
        cursor.execute("PRAGMA busy_timeout=0")
        cursor.close()
        return connection


class PostgresReader:
    """Runs one prepared statement, one round trip to the server for each batch.

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
        self._connection: asyncpg.Connection | None = None

    async def select(self, keys: Sequence[str]) -> dict[str, Any]:
        try:
            connection = self._connection = self._connection or await self._connect()
            # The driver prepares the statement once and keeps it.
            return self._rows.by_key(await connection.fetch(self._statement, keys))
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        if self._connection:
            # Nothing is lost: the statement only reads.
            self._connection.terminate()
        self._connection = None

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

    def by_key(self, found: Iterable[Iterable[Any]]) -> dict[str, Any]:
        rows = (self._convert(list(values)) for values in found)
        return {row[0]: row for row in rows}

    def _convert(self, row: list[Any]) -> Any:
        for index, convert in self._converters:
            row[index] = convert(row[index])
        return self._row._make(row)
