"""Group commit on SQLite: transactions that wait at the same time share one commit."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from webdev_certs.server.database.batching import Batcher, Failure

T = TypeVar("T")
Work = Callable[[Connection], Any]


class GroupCommit:
    """Runs transactions in one thread; those requested while it is busy run next, with a single commit.

    Under load this saves most of the time spent on thread switches, BEGIN and COMMIT. A single transaction
    does not wait for others.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        # One thread is enough, because SQLite has one writer at a time.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._batcher: Batcher[Work, Any] = Batcher(self._commit_in_thread)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returned, once it is committed; raise what it raised, once it is rolled back.

        A canceled caller stops waiting; the transaction still completes.

        Args:
            work: Must have no effect except on the database: it runs again, alone, if another transaction of
                its group fails.
        """
        # Run in the caller's context, which knows the language of error messages.
        return await self._batcher.submit(partial(copy_context().run, work))

    def close(self) -> None:
        """Wait for the running transaction and close the connection."""
        self._thread.submit(self._disconnect)
        self._thread.shutdown()

    async def _commit_in_thread(self, works: Sequence[Work]) -> Sequence[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, works)

    def _commit(self, works: Sequence[Work]) -> Sequence[Any]:
        try:
            # Kept open, because taking a connection from the engine takes as long as a query.
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
