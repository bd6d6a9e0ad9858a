"""Load rows by key, those requested at the same time with one query: the fast path of public verification."""

import asyncio
import json
import sqlite3
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, PoolProxiedConnection, Select, bindparam, func, select

from webdev_certs.server.database.batching import Batcher
from webdev_certs.server.database.engine import Database


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
        self._sqlite = _SqliteReader(database.sqlite_engine, query) if database.sqlite_engine else None
        self._batcher: Batcher[str, Any] = Batcher(self._load_batch)

    async def load(self, key: str) -> Any:
        """Return the row with this key, its columns as attributes, or None."""
        return await self._batcher.submit(key)

    def close(self) -> None:
        """Close the connection, if one was opened."""
        if self._sqlite:
            self._sqlite.close()

    async def _load_batch(self, keys: Sequence[str]) -> Sequence[Any]:
        rows = await self._select(keys)
        return [rows.get(key) for key in keys]

    async def _select(self, keys: Sequence[str]) -> dict[str, Any]:
        if self._sqlite:
            try:
                return await self._sqlite.select(keys)
            except sqlite3.OperationalError:
                # Most likely the database is locked. `Database.run` waits in a thread.
                pass

        def run(connection: Connection) -> dict[str, Any]:
            return {row[0]: row for row in connection.execute(self._query, {"keys": keys}).all()}

        return await self._database.run(run)


class _SqliteReader:
    """Runs one query on the event loop, because SQLite answers it faster than a thread could be reached.

    Finding a row by its key takes SQLite about 10 µs and never waits for a lock here; handing the query to a
    thread keeps the event loop busy for longer (docs/decisions/0004). SQLAlchemy compiles the query and
    names the converters of its columns once. The driver runs it, because running it through SQLAlchemy takes
    several times as long.
    """

    def __init__(self, engine: Engine, query: Select[Any]) -> None:
        self._engine = engine
        columns = query.selected_columns
        keys = func.json_each(bindparam("keys")).table_valued("value")
        self._statement = str(query.where(columns[0].in_(select(keys.c.value))).compile(engine))
        self._row: Any = namedtuple("Row", columns.keys())
        self._converters: list[tuple[int, Callable[[Any], Any]]] = [
            (index, convert)
            for index, column in enumerate(columns)
            if (convert := column.type.dialect_impl(engine.dialect).result_processor(engine.dialect, None))
        ]
        self._connection: PoolProxiedConnection | None = None

    async def select(self, keys: Sequence[str]) -> dict[str, Any]:
        """Return the rows by key, without those that do not exist. Only one call may run at a time.

        Raises:
            sqlite3.OperationalError: Among other reasons, because the database is locked.
        """
        # Connecting takes a while. Outside a transaction each statement sees the latest commit.
        connection = self._connection = self._connection or await asyncio.to_thread(self._connect)
        cursor = connection.cursor()
        try:
            found = cursor.execute(self._statement, (json.dumps(keys),)).fetchall()
        finally:
            cursor.close()
        return {values[0]: self._convert(values) for values in found}

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

    def _convert(self, values: Sequence[Any]) -> Any:
        row = list(values)
        for index, convert in self._converters:
            row[index] = convert(row[index])
        return self._row._make(row)
