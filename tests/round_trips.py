"""Counts round trips between the product and PostgreSQL, as a distant server would have to wait for them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

_SOCKET = ".s.PGSQL.5432"


class RoundTrips:
    """A proxy before a cluster.

    Attributes:
        count: How often a connection has sent something after an answer. Connecting counts too.
    """

    def __init__(self, cluster_folder: Path) -> None:
        """Choose the cluster by the folder of its Unix socket."""
        self.count = 0
        self._target = cluster_folder / _SOCKET
        self._connections: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def serving(self, folder: Path) -> AsyncIterator[None]:
        """Accept connections in a folder until the block ends."""
        server = await asyncio.start_unix_server(self._connect, folder / _SOCKET)
        try:
            yield
        finally:
            server.close()
            await asyncio.gather(*self._connections)

    def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._forward(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, server = await asyncio.open_unix_connection(self._target)
        answered = asyncio.Event()
        answered.set()

        async def ask() -> None:
            while sent := await reader.read(1 << 16):
                if answered.is_set():
                    answered.clear()
                    self.count += 1
                server.write(sent)
            server.close()

        async def answer() -> None:
            while received := await answers.read(1 << 16):
                answered.set()
                writer.write(received)
            writer.close()

        await asyncio.gather(ask(), answer(), return_exceptions=True)
