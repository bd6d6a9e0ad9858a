"""Serve an ASGI app on a port of 127.0.0.1."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from granian.constants import Interfaces
from granian.server.embed import Server
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.ports import free_port

__all__ = ["free_port", "served"]
_START_SECONDS = 10


@dataclass(frozen=True)
class TlsFiles:
    """A certificate for `localhost` and its private key, as PEM files."""

    certificate: Path
    key: Path


@asynccontextmanager
async def served(app: ASGIApp, port: int, tls: TlsFiles | None = None) -> AsyncIterator[str]:
    """Serve the app for the duration of the block and yield its URL; over TLS if there are files for it."""

    async def serve_http(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await app(scope, receive, send)

    server = Server(
        serve_http,
        port=port,
        interface=Interfaces.ASGINL,
        log_enabled=False,
        ssl_cert=tls.certificate if tls else None,
        ssl_key=tls.key if tls else None,
    )
    serving = asyncio.create_task(server.serve())
    try:
        await until_it_answers(port)
        yield f"https://localhost:{port}" if tls else f"http://127.0.0.1:{port}"
    finally:
        server.stop()
        await serving


async def until_it_answers(port: int) -> None:
    """Wait until a server on the port of 127.0.0.1 accepts connections."""
    async with asyncio.timeout(_START_SECONDS):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.01)
            else:
                writer.close()
                return
