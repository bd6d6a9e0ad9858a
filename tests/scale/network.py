"""A bad network between the pages of learners and the proxy of the product."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from benchmarks.load.page import Server

_PIECE = 1 << 16


class Network:
    """Passes connections on.

    Attributes:
        delay: Seconds by which everything is late, in each direction.
        loss: The share of pieces after which a connection breaks off in the middle of what it carries.
    """

    def __init__(self, target: Server) -> None:
        self.delay = 0.0
        self.loss = 0.0
        self._target = target
        self._rng = random.Random(1)
        self._open: set[asyncio.StreamWriter] = set()

    @asynccontextmanager
    async def at(self, server: Server) -> AsyncIterator[None]:
        """Accept connections until the block ends."""
        listening = await asyncio.start_server(self._pass_on, server.host, server.port)
        try:
            yield
        finally:
            listening.close()
            await self.reset()

    async def reset(self) -> None:
        """End all connections at once."""
        for writer in self._open:
            writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answers, server = await asyncio.open_connection(self._target.host, self._target.port)
        except OSError:
            writer.close()
            return
        ends = {writer, server}
        self._open |= ends
        try:
            await asyncio.gather(self._copy(reader, server), self._copy(answers, writer))
        finally:
            self._open -= ends

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await source.read(_PIECE):
                await asyncio.sleep(self.delay)
                if self._rng.random() < self.loss:
                    target.write(piece[: len(piece) // 2])
                    break
                target.write(piece)
                await target.drain()
        target.close()
