"""Batch concurrent calls: those that arrive while one batch runs form the next."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

RequestT = TypeVar("RequestT")
ResultT = TypeVar("ResultT")


@dataclass(frozen=True)
class Failure:
    """The outcome of one request of a batch: the error that its caller gets."""

    error: Exception


class Batcher(Generic[RequestT, ResultT]):
    """Runs one batch after the other. A call that comes while no batch runs starts one at once."""

    def __init__(self, serve: Callable[[Sequence[RequestT]], Awaitable[Sequence[ResultT | Failure]]]) -> None:
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
            Exception: What `serve` raised, or the `Failure` that it returned for this request.
        """
        result: asyncio.Future[ResultT] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, result))
        if self._task is None:
            self._task = asyncio.create_task(self._serve_batches())
        return await result

    async def _serve_batches(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                outcomes = await self._serve([request for request, _ in batch])
            except Exception as error:
                outcomes = [Failure(error)] * len(batch)
            for (_, result), outcome in zip(batch, outcomes, strict=True):
                if result.cancelled():
                    continue
                if isinstance(outcome, Failure):
                    result.set_exception(outcome.error)
                else:
                    result.set_result(outcome)
        self._task = None
