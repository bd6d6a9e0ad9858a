"""Reading rows from SQLite by their keys, for the one query that half the world may ask at once."""

import asyncio
import json
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Engine, PoolProxiedConnection, Select, bindparam, func, select


class SqliteReader:
    """Runs one query on the event loop itself, where it is over sooner than a change of thread.

    SQLite finds a row by its key in some 10 µs, and waits for no lock here; handing that to a thread and back
    keeps the loop busy for longer (docs/decisions/0004). SQLAlchemy composes the query and says how its
    columns are converted, both once. The driver executes it, as SQLAlchemy's execution takes several times
    as long.
    """

    def __init__(self, engine: Engine, query: Select[Any]) -> None:
        """Takes a query whose first column is the key, a text."""
        self._engine = engine
        columns = query.selected_columns
        keys = func.json_each(bindparam("keys")).table_valued("value")
        self._statement = str(query.where(columns[0].in_(select(keys.c.value))).compile(engine))
        self._row: Any = namedtuple("Row", columns.keys())
        self._converters: list[tuple[int, Callable[[Any], Any]]] = [
            (place, convert)
            for place, column in enumerate(columns)
            if (convert := column.type.dialect_impl(engine.dialect).result_processor(engine.dialect, None))
        ]
        self._connection: PoolProxiedConnection | None = None

    async def find(self, keys: Sequence[str]) -> dict[str, Any]:
        """The rows that there are, by their keys, all of them by one statement. One call at a time.

        Raises:
            sqlite3.OperationalError: among others, the database is locked: waiting is for threads.
        """
        # Opening takes a while. No transaction is begun, so that each statement sees what was committed last.
        connection = self._connection = self._connection or await asyncio.to_thread(self._connect)
        cursor = connection.cursor()
        try:
            found = cursor.execute(self._statement, (json.dumps(keys),)).fetchall()
        finally:
            cursor.close()
        return {values[0]: self._converted(values) for values in found}

    def close(self) -> None:
        """Closes the connection."""
        if self._connection:
            self._connection.close()

    def _connect(self) -> PoolProxiedConnection:
        connection = self._engine.raw_connection()
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout=0")
        cursor.close()
        return connection

    def _converted(self, values: Sequence[Any]) -> Any:
        row = list(values)
        for place, convert in self._converters:
            row[place] = convert(row[place])
        return self._row._make(row)
