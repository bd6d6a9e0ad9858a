"""Rows by their keys: those asked for while a query is on its way are found by one query, the next."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam

from webdev_certs.models.database import Database
from webdev_certs.models.gathering import Gathering


class Lookups:
    """Looks up rows of one table by one unique column."""

    def __init__(self, database: Database, query: Select[Any]) -> None:
        """Takes a query whose first column is the key; it is composed once, here."""
        self._database = database
        self._query = query.where(query.selected_columns[0].in_(bindparam("keys", expanding=True)))
        self._gathering: Gathering[object, Row[Any] | None] = Gathering(self._find)

    async def get(self, key: object) -> Row[Any] | None:
        """The row with this key, or None."""
        return await self._gathering.ask(key)

    async def _find(self, keys: Sequence[object]) -> Sequence[Row[Any] | None]:
        def select(connection: Connection) -> dict[object, Row[Any]]:
            return {row[0]: row for row in connection.execute(self._query, {"keys": keys}).all()}

        found = await self._database.run(select)
        return [found.get(key) for key in keys]
