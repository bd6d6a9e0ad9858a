"""Connections that send nothing, or never the rest, do not stop the product's server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from granian.constants import Interfaces
from granian.server.embed import Server
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from tests.ports import free_port
from tests.serving import until_it_answers
from webdev_certs.settings import Settings
from webdev_certs.web.connections import allow_files, server_options

IDLE = 1100
"""More than Granian's own default of connections."""
BEGINNINGS = {
    "silent": b"",
    "half a line": b"GET /api/hea",
    "half of the headers": b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "kept alive": b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await PlainTextResponse("hello")(scope, receive, send)


@asynccontextmanager
async def serving(**options: Any) -> AsyncIterator[int]:
    port = free_port()
    server = Server(hello, port=port, interface=Interfaces.ASGI, log_enabled=False, **options)
    task = asyncio.create_task(server.serve())
    try:
        await until_it_answers(port)
        yield port
    finally:
        server.stop()
        await task


async def connect(port: int, beginning: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(beginning)
    await writer.drain()
    return reader, writer


async def test_more_idle_connections_than_usual_stop_nobody():
    allow_files(3 * IDLE)
    async with serving(**server_options(Settings.model_fields["max_connections"].default)) as port:
        idle = [await connect(port, list(BEGINNINGS.values())[n % 3]) for n in range(IDLE)]
        async with httpx.AsyncClient(timeout=30) as client:
            answer = await client.get(f"http://127.0.0.1:{port}/")
        assert answer.text == "hello"
        for _, writer in idle:
            writer.close()


@pytest.mark.parametrize("beginning", BEGINNINGS)
async def test_connections_without_a_request_are_closed(beginning: str):
    async with serving(**server_options(100, header_seconds=0.2)) as port:
        reader, writer = await connect(port, BEGINNINGS[beginning])
        async with asyncio.timeout(30):
            # Until the server closes the connection.
            await reader.read()
        writer.close()
