"""Serve an ASGI app on a port of 127.0.0.1."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from granian.constants import Interfaces
from granian.server.embed import Server
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.ports import free_port

__all__ = ["free_port", "served"]
_START_SECONDS = 10


@asynccontextmanager
async def served(app: ASGIApp, port: int) -> AsyncIterator[str]:
    """Serve the app for the duration of the block and yield its URL."""

    async def serve_http(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await app(scope, receive, send)

    server = Server(serve_http, port=port, interface=Interfaces.ASGINL, log_enabled=False)
    serving = asyncio.create_task(server.serve())
    try:
        await _until_it_answers(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.stop()
        await serving


async def _until_it_answers(port: int) -> None:
    async with asyncio.timeout(_START_SECONDS):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.01)
            else:
                writer.close()
                return
