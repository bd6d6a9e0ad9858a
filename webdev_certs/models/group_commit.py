"""Transactions on SQLite from one thread, and those that wait at the same time as one commit."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")
Work = Callable[[Connection], Any]


@dataclass(frozen=True)
class _Waiting:
    work: Work
    outcome: asyncio.Future[Any]


class GroupCommit:
    """Collects what is asked for while the thread is busy, and does it together when the thread is free.

    Under load this saves most of what changing threads, beginning and committing cost; alone, a transaction
    waits for nothing.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        # One, because SQLite has one writer at a time anyway.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._waiting: list[_Waiting] = []
        self._serving: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        """What `work` returns, once it has been committed; what it raises, once it has been rolled back.

        A caller that is cancelled stops waiting; the transaction is completed nevertheless.

        Args:
            work: must have no effect but on the database, as it is repeated alone when others beside it fail.
        """
        asked = _Waiting(work, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        if self._serving is None:
            self._serving = asyncio.create_task(self._serve())
        return await asked.outcome

    def close(self) -> None:
        """Waits for the transaction that is going on, and closes the connection."""
        self._thread.submit(self._engine.dispose)
        self._thread.shutdown()

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            group, self._waiting = self._waiting, []
            works = [asked.work for asked in group]
            results = await loop.run_in_executor(self._thread, self._commit, works)
            for asked, (result, error) in zip(group, results, strict=True):
                if asked.outcome.cancelled():
                    continue
                if error is None:
                    asked.outcome.set_result(result)
                else:
                    asked.outcome.set_exception(error)
        self._serving = None

    def _commit(self, works: Sequence[Work]) -> list[tuple[Any, Exception | None]]:
        try:
            with self._engine.begin() as connection:
                return [(work(connection), None) for work in works]
        except Exception as error:
            if len(works) == 1:
                return [(None, error)]
            return [outcome for work in works for outcome in self._commit([work])]
