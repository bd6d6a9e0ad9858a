"""The database that a command works on, as a test that has no event loop reads and changes it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlmodel import select

from webdev_certs.server.database.engine import AsyncSession, Database

T = TypeVar("T")


class CommandDatabase:
    """Runs each piece of work in a transaction and an event loop of its own."""

    def __init__(self, url: str) -> None:
        self._url = url

    def run(self, work: Callable[[AsyncSession], Awaitable[T]]) -> T:
        async def connected() -> T:
            database = Database(self._url)
            try:
                async with database.transaction() as db:
                    return await work(db)
            finally:
                await database.dispose()

        return asyncio.run(connected())

    def add(self, *rows: object) -> None:
        """Store rows."""

        async def work(db: AsyncSession) -> None:
            db.add_all(rows)

        self.run(work)

    def all(self, table: type[T]) -> list[T]:
        async def read(db: AsyncSession) -> list[T]:
            return list((await db.exec(select(table))).all())

        return self.run(read)
