"""Reading rows from SQLite by their keys, for the one query that half the world may ask at once."""

import asyncio
import json
from collections import namedtuple
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import Engine, PoolProxiedConnection, Select, bindparam, func, select


class SqliteReader:
    """Runs one query from a thread of its own, so that it waits neither for the event loop nor for a commit.

    SQLAlchemy composes the query and says how its columns are converted, both once. The driver executes it:
    SQLAlchemy's own execution takes several times as long as SQLite does (docs/decisions/0004).
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
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-reader")

    async def find(self, keys: Sequence[str]) -> dict[str, Any]:
        """The rows that there are, by their keys; all of them by one change of thread and one statement."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._find, keys)

    def close(self) -> None:
        """Waits for what is going on, and closes the connection."""
        self._thread.submit(self._disconnect)
        self._thread.shutdown()

    def _find(self, keys: Sequence[str]) -> dict[str, Any]:
        # No transaction is begun, so that each statement sees what was committed last.
        self._connection = self._connection or self._engine.raw_connection()
        cursor = self._connection.cursor()
        try:
            found = cursor.execute(self._statement, (json.dumps(keys),)).fetchall()
        finally:
            cursor.close()
        return {values[0]: self._converted(values) for values in found}

    def _converted(self, values: Sequence[Any]) -> Any:
        row = list(values)
        for place, convert in self._converters:
            row[place] = convert(row[place])
        return self._row._make(row)

    def _disconnect(self) -> None:
        if self._connection:
            self._connection.close()
