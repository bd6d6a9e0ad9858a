"""Calls that come while an earlier one is being served, served together by the next."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

A = TypeVar("A")
R = TypeVar("R")


@dataclass(frozen=True)
class Failure:
    """What one call among those served together is to raise."""

    error: Exception


class Gathering(Generic[A, R]):
    """Serves one group of calls after the other; alone, a call waits for nothing."""

    def __init__(self, serve: Callable[[Sequence[A]], Awaitable[Sequence[R | Failure]]]) -> None:
        """Takes what answers a group, in its order; what it raises itself, all of the group raise."""
        self._serve = serve
        self._waiting: list[tuple[A, asyncio.Future[R]]] = []
        self._serving: asyncio.Task[None] | None = None

    async def ask(self, asked: A) -> R:
        """The answer. A caller that is cancelled stops waiting; its group is served nevertheless."""
        outcome: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, outcome))
        if self._serving is None:
            self._serving = asyncio.create_task(self._serve_groups())
        return await outcome

    async def _serve_groups(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            try:
                answers = await self._serve([asked for asked, _ in group])
            except Exception as error:
                answers = [Failure(error)] * len(group)
            for (_, outcome), answer in zip(group, answers, strict=True):
                if outcome.cancelled():
                    continue
                if isinstance(answer, Failure):
                    outcome.set_exception(answer.error)
                else:
                    outcome.set_result(answer)
        self._serving = None
