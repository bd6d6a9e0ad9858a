"""Load rows by key: the fast path of public verification."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, bindparam, exc

from webdev_certs.server.database.batching import Batcher
from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.row_readers import PostgresReader, RowReader, SqliteReader


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
        self._reader: RowReader = (
            SqliteReader(sqlite, query) if sqlite else PostgresReader(database.engine, query)
        )
        self._over_pool: Batcher[str, Any] = Batcher(self._load_over_pool)

    async def load(self, key: str) -> Any:
        """Return the row with this key, its columns as attributes, or None.

        Raises:
            DatabaseUnavailable: The database cannot serve now.
        """
        try:
            return await self._reader.load(key)
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
