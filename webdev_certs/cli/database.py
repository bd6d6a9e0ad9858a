"""Run a use-case in one transaction of the configured database."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.settings import get_settings

T = TypeVar("T")


def in_transaction(work: Callable[[AsyncSession], Awaitable[T]]) -> T:
    """Return what `work` returns, once its transaction is committed."""

    async def run() -> T:
        database = Database(get_settings().database)
        try:
            async with database.transaction() as db:
                return await work(db)
        finally:
            await database.dispose()

    return asyncio.run(run())
