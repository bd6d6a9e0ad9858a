"""Transactions on SQLite from one thread, and those that wait at the same time as one commit."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from webdev_certs.server.models.gathering import Failure, Gathering

T = TypeVar("T")
Work = Callable[[Connection], Any]


class GroupCommit:
    """Collects what is asked for while the thread is busy, and does it together when the thread is free.

    Under load this saves most of what changing threads, beginning and committing cost; alone, a transaction
    waits for nothing.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        # One, because SQLite has one writer at a time anyway.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._gathering: Gathering[Work, Any] = Gathering(self._in_thread)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """What `work` returns, once it has been committed; what it raises, once it has been rolled back.

        A caller that is cancelled stops waiting; the transaction is completed nevertheless.

        Args:
            work: must have no effect but on the database, as it is repeated alone when others beside it fail.
        """
        return await self._gathering.ask(work)

    def close(self) -> None:
        """Waits for the transaction that is going on, and closes the connection."""
        self._thread.submit(self._disconnect)
        self._thread.shutdown()

    async def _in_thread(self, works: Sequence[Work]) -> Sequence[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, works)

    def _commit(self, works: Sequence[Work]) -> Sequence[Any]:
        try:
            # Held, as taking one from the engine each time took as long as a query.
            self._connection = self._connection or self._engine.connect()
            with self._connection.begin():
                return [work(self._connection) for work in works]
        except Exception as error:
            if len(works) == 1:
                return [Failure(error)]
            return [outcome for work in works for outcome in self._commit([work])]

    def _disconnect(self) -> None:
        if self._connection:
            self._connection.close()
        self._engine.dispose()
