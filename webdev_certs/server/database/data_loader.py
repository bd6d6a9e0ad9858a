"""Load rows by key through the driver itself: the fast path of public verification.

SQLAlchemy only compiles the query, once. Executing a statement through it takes several times as long as
finding a row by its key.
"""

import asyncio
import json
import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import asyncpg
from sqlalchemy import Connection, Dialect, Engine, Select, any_, bindparam, exc, func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncEngine

from webdev_certs.server.database.batching import Batcher
from webdev_certs.server.database.engine import Database

_KEYS = "keys"
_MAPPED_BYTES = 1024**3
"""How much of the SQLite file is memory-mapped; the rest is read with system calls."""


class DataLoader:
    """Loads rows of one table by one unique text column."""

    def __init__(self, database: Database, query: Select[Any]) -> None:
        """Compile the query; nothing connects before the first row is loaded.

        Args:
            database: Where the table is.
            query: Selects the columns of a row; the first is the key.
        """
        self._database = database
        self._query = query.where(query.selected_columns[0].in_(bindparam("keys", expanding=True)))
        sqlite = database.sqlite_engine
        self._reader: _RowReader = (
            _SqliteReader(sqlite, query) if sqlite else _PostgresReader(database.engine, query)
        )
        self._directly: Batcher[str, Any] = Batcher(self._reader.load)
        self._over_pool: Batcher[str, Any] = Batcher(self._load_over_pool)

    async def load(self, key: str) -> Any:
        """Return the row with this key, its columns as attributes, or None.

        Raises:
            DatabaseUnavailable: The database cannot serve now.
        """
        try:
            return await self._directly.submit(key)
        except (TimeoutError, exc.TimeoutError):
            # A timeout is reported as an outage and not tried again: the caller has waited long enough.
            with self._database.outage.watch():
                raise
        except self._reader.transient_errors:
            # Read over the pool instead: it waits for locks in a thread, and opens a new connection.
            return await self._over_pool.submit(key)

    def close(self) -> None:
        """Close the connection, if one was opened."""
        self._reader.close()

    async def _load_over_pool(self, keys: Sequence[str]) -> Sequence[Any]:
        def run(connection: Connection) -> dict[str, Any]:
            return {row[0]: row for row in connection.execute(self._query, {"keys": keys}).all()}

        rows = await self._database.run(run)
        return [rows.get(key) for key in keys]


class _RowReader(Protocol):
    """Reads rows over one connection of its own, which is opened at the first call."""

    transient_errors: tuple[type[Exception], ...]
    """Errors after which the row is read over the pool, which also says what is wrong."""

    async def load(self, keys: Sequence[str]) -> Sequence[Any]:
        """Return the row for each key, its columns as attributes, or None."""
        ...

    def close(self) -> None:
        """Close the connection, if one is open."""
        ...


class _SqliteReader:
    """Reads on the event loop, because SQLite answers faster than a change of thread takes.

    Calls that arrive in the same turn of the event loop share a query: every query takes locks on the file,
    and releases the GIL, which another thread may take (docs/decisions/0004).
    """

    # Most likely the database is locked.
    transient_errors: tuple[type[Exception], ...] = (sqlite3.OperationalError,)

    def __init__(self, engine: Engine, query: Select[Any]) -> None:
        self._engine = engine
        keys = select(func.json_each(bindparam(_KEYS)).table_valued("value").c.value)
        self._statement = str(query.where(query.selected_columns[0].in_(keys)).compile(engine))
        self._rows = _Rows(query, engine.dialect)
        self._connection: sqlite3.Connection | None = None

    def close(self) -> None:
        if self._connection:
            self._connection.close()

    async def load(self, keys: Sequence[str]) -> Sequence[Any]:
        # In a thread, because connecting takes a while.
        connection = self._connection = self._connection or await asyncio.to_thread(self._connect)
        # Outside a transaction each statement sees the latest commit.
        found = connection.execute(self._statement, (json.dumps(keys),))
        return self._rows.in_order(keys, found)

    def _connect(self) -> sqlite3.Connection:
        pooled = self._engine.raw_connection()
        # Detached from the pool, because it stays open and never waits for a lock.
        pooled.detach()
        connection = pooled.dbapi_connection
        assert isinstance(connection, sqlite3.Connection)
        # Waiting for a lock would stop the event loop.
        connection.execute("PRAGMA busy_timeout=0").close()
        # Rows are read from the system's cache of the file directly, without a system call for each page.
        connection.execute(f"PRAGMA mmap_size={_MAPPED_BYTES}").close()
        return connection


class _PostgresReader:
    """Runs one prepared statement for all calls that wait, so that they share a round trip to the server.

    `Database.run` would take four: one to see whether the connection still works, and two for a transaction,
    which a single statement does not need.
    """

    # The server was restarted or is unavailable, or a migration changed the table.
    transient_errors: tuple[type[Exception], ...] = (
        OSError,
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
        # The server is closing the connection, and the driver has not yet read its last message.
        asyncpg.InternalClientError,
        exc.SQLAlchemyError,
    )

    def __init__(self, engine: AsyncEngine, query: Select[Any]) -> None:
        self._engine = engine
        key = query.selected_columns[0]
        keys = bindparam(_KEYS, type_=ARRAY(key.type))
        self._statement = str(query.where(key == any_(keys)).compile(dialect=engine.dialect))
        self._rows = _Rows(query, engine.dialect)
        self._connection: asyncpg.Connection | None = None

    def close(self) -> None:
        if self._connection:
            # Nothing is lost: the statement only reads.
            self._connection.terminate()
        self._connection = None

    async def load(self, keys: Sequence[str]) -> Sequence[Any]:
        try:
            connection = self._connection = self._connection or await self._connect()
            # The driver prepares the statement once and keeps it.
            found = await connection.fetch(self._statement, keys)
        except Exception:
            self.close()
            raise
        return self._rows.in_order(keys, found)

    async def _connect(self) -> asyncpg.Connection:
        pooled = await self._engine.raw_connection()
        connection = pooled.driver_connection
        # It stays open, so it must not count among the pool's connections.
        pooled.detach()
        assert isinstance(connection, asyncpg.Connection)
        # Planning this statement takes longer than running it, and the plan is the same for all keys.
        await connection.execute("SET plan_cache_mode = force_generic_plan")
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

    def in_order(self, keys: Sequence[str], found: Iterable[Sequence[Any]]) -> Sequence[Any]:
        """Return the row for each key, or None.

        Args:
            keys: The keys that were asked for.
            found: What the driver returned, in any order.
        """
        rows = {values[0]: self._convert(values) for values in found}
        return [rows.get(key) for key in keys]

    def _convert(self, values: Iterable[Any]) -> Any:
        row = list(values)
        for index, convert in self._converters:
            # NULL is None for every type.
            if row[index] is not None:
                row[index] = convert(row[index])
        return self._row._make(row)
