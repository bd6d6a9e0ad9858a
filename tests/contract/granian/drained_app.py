"""An app whose tabs have events that last until a test ends them; served by a process of its own."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from webdev_certs.web.connections import serve
from webdev_certs.web.draining import Draining

_working: set[str] = set()
_ended = asyncio.Event()


async def _tab(socket: WebSocket) -> None:
    await socket.accept()
    token = socket.query_params["token"]
    while True:
        # As Engine.IO receives: in a task that fails when the tab has gone.
        try:
            message = await asyncio.create_task(socket.receive_text())
        except WebSocketDisconnect:
            break
        if message == "work":
            _working.add(token)
            await _ended.wait()
            _working.remove(token)
        await socket.send_text(f"{message} done")


async def _count(_: Request) -> PlainTextResponse:
    """Answer how many connections of tabs are in memory, apart from garbage."""
    gc.collect()
    found = [kept for kept in gc.get_objects() if type(kept).__name__ == "ASGIWebsocketProtocol"]
    return PlainTextResponse(str(len(found)))


async def _answer(request: Request) -> PlainTextResponse:
    if request.url.path == "/end":
        _ended.set()
    if request.url.path == "/stop-while-busy":
        # As if many connections had ended while the loop was busy: it can be woken only so often at once.
        loop = asyncio.get_running_loop()
        for _call in range(5000):
            loop.call_soon_threadsafe(int)
        os.kill(os.getpid(), signal.SIGTERM)
    return PlainTextResponse("here")


def create() -> ASGIApp:
    """Return the app, as Granian's factory."""
    draining = Draining(is_busy=_working.__contains__)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with draining.on_sigterm():
            yield

    routes = [WebSocketRoute("/_event/", _tab), Route("/connections", _count), Route("/{path:path}", _answer)]
    return draining.around(Starlette(routes=routes, lifespan=lifespan))


if __name__ == "__main__":
    serve("tests.contract.granian.drained_app:create", "127.0.0.1", int(sys.argv[1]), max_connections=1000)
