"""Batch concurrent calls: those that arrive while one batch runs form the next."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

RequestT = TypeVar("RequestT")
ResultT = TypeVar("ResultT")


class Batcher(Generic[RequestT, ResultT]):
    """Runs one batch after the other. A call that comes while no batch runs starts one at once."""

    def __init__(self, serve: Callable[[Sequence[RequestT]], Awaitable[Sequence[ResultT]]]) -> None:
        """Create a batcher.

        Args:
            serve: Answers a batch, in its order. If it raises, every caller in the batch gets the error.
        """
        self._serve = serve
        self._waiting: list[tuple[RequestT, asyncio.Future[ResultT]]] = []
        self._task: asyncio.Task[None] | None = None

    async def submit(self, request: RequestT) -> ResultT:
        """Return the result of a request.

        A canceled caller stops waiting; its request is still served.

        Raises:
            Exception: What `serve` raised.
        """
        result: asyncio.Future[ResultT] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, result))
        if self._task is None:
            self._task = asyncio.create_task(self._serve_batches())
        return await result

    async def _serve_batches(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            waiting = [result for _, result in batch]
            try:
                outcomes = await self._serve([request for request, _ in batch])
            except Exception as error:
                for result in waiting:
                    if not result.cancelled():
                        result.set_exception(error)
                continue
            for result, outcome in zip(waiting, outcomes, strict=True):
                if not result.cancelled():
                    result.set_result(outcome)
        self._task = None
