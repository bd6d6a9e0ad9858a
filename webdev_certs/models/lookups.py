"""Rows by their keys: those asked for while a query is on its way are found by one query, the next."""

import sqlite3
from collections.abc import Coroutine, Sequence
from typing import Any

from sqlalchemy import Connection, Select, bindparam

from webdev_certs.server.database.engine import Database
from webdev_certs.server.models.gathering import Gathering
from webdev_certs.server.models.sqlite_reader import SqliteReader


class Lookups:
    """Looks up rows of one table by one unique column of texts."""

    def __init__(self, database: Database, query: Select[Any]) -> None:
        """Takes a query whose first column is the key; it is composed once, here."""
        self._database = database
        self._query = query.where(query.selected_columns[0].in_(bindparam("keys", expanding=True)))
        self._reader = SqliteReader(database.sqlite_engine, query) if database.sqlite_engine else None
        self._gathering: Gathering[str, Any] = Gathering(self._serve)

    def get(self, key: str) -> Coroutine[Any, Any, Any]:
        """The row with this key, its columns by their names, or None."""
        return self._gathering.ask(key)

    def close(self) -> None:
        """Ends what it holds of its own."""
        if self._reader:
            self._reader.close()

    async def _serve(self, keys: Sequence[str]) -> Sequence[Any]:
        found = await self._find(keys)
        return [found.get(key) for key in keys]

    async def _find(self, keys: Sequence[str]) -> dict[str, Any]:
        if self._reader:
            try:
                return await self._reader.find(keys)
            except sqlite3.OperationalError:
                # Locked, most likely: from here on it may be waited for.
                pass

        def select(connection: Connection) -> dict[str, Any]:
            return {row[0]: row for row in connection.execute(self._query, {"keys": keys}).all()}

        return await self._database.run(select)
