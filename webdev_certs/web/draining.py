"""Lets a process stop without its users noticing: its tabs leave in batches, and find another process."""

import asyncio
import logging
import random
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from urllib.parse import parse_qs

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

DRAIN_SECONDS = 20
"""How long the tabs of a process that stops may take to leave, with the events that are being handled."""
_BATCHES = 40
_SMALLEST_BATCH = 25
_PAUSE_SECONDS = 0.1, 0.3
"""How long to wait after each batch: at random, so that several processes do not send theirs at once."""
_LOOK_AGAIN_SECONDS = 0.05
_GOING_AWAY, _RESTARTING = 1001, 1012


class Draining:
    """Knows the tabs of this process and, when it stops, sends them away."""

    def __init__(self, *, is_busy: Callable[[str], bool], seconds: float = DRAIN_SECONDS) -> None:
        """Begin without tabs.

        Args:
            is_busy: Tells whether an event of a tab is being handled, by the tab's token.
            seconds: As `DRAIN_SECONDS`.
        """
        self._is_busy = is_busy
        self._seconds = seconds
        self._tabs: set[_Tab] = set()
        self._has_begun = False

    def around(self, app: ASGIApp) -> ASGIApp:
        """Return an app that knows its tabs, and while it drains takes no new ones and is not ready."""

        async def drainable(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "websocket":
                await self._connect(app, scope, receive, send)
            elif self._has_begun and scope["type"] == "http" and scope["path"] == "/api/ready":
                problem = {"title": "Not ready", "status": 503, "code": "stopping"}
                not_ready = JSONResponse(problem, 503, media_type="application/problem+json")
                await not_ready(scope, receive, send)
            else:
                await app(scope, receive, send)

        return drainable

    @asynccontextmanager
    async def on_sigterm(self) -> AsyncIterator[None]:
        """While the block runs, SIGTERM drains this process before its server stops.

        The server has installed its handlers before the app starts. SIGINT keeps the server's own.
        """
        loop = asyncio.get_running_loop()
        draining: list[asyncio.Task[None]] = []

        def stop() -> None:
            # A process manager may signal this process, and then its parent does it again.
            if not draining:
                draining.append(loop.create_task(self._drain_and_stop()))

        # Windows has no such handlers, and neither have threads of tests.
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(signal.SIGTERM, stop)
        yield

    async def drain(self) -> None:
        """Close the connections of all tabs, each as soon as none of its events is being handled."""
        self._has_begun = True
        tabs = list(self._tabs)
        log.info("Stopping: %d tabs leave", len(tabs))
        random.shuffle(tabs)
        size = max(_SMALLEST_BATCH, -(-len(tabs) // _BATCHES))
        with suppress(TimeoutError):
            async with asyncio.timeout(self._seconds), asyncio.TaskGroup() as leaving:
                for start in range(0, len(tabs), size):
                    for tab in tabs[start : start + size]:
                        leaving.create_task(self._send_away(tab))
                    await asyncio.sleep(random.uniform(*_PAUSE_SECONDS))
        log.info("Stopping: %d tabs are left", len(self._tabs))

    async def _drain_and_stop(self) -> None:
        try:
            await self.drain()
        finally:
            signal.raise_signal(signal.SIGINT)

    async def _connect(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        if self._has_begun:
            await send({"type": "websocket.close", "code": _RESTARTING})
            return
        token = "".join(parse_qs(scope["query_string"].decode("latin-1")).get("token", [])[:1])
        tab = _Tab(token, send)
        self._tabs.add(tab)
        try:
            await app(scope, receive, tab.send)
        finally:
            self._tabs.discard(tab)

    async def _send_away(self, tab: "_Tab") -> None:
        # Reflex tells nobody when it has handled an event.
        while self._is_busy(tab.token):  # noqa: ASYNC110
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)
        await tab.close()


class _Tab:
    """The connection of one tab."""

    def __init__(self, token: str, send: Send) -> None:
        self.token = token
        self._send = send
        self._is_closed = False

    async def send(self, message: Message) -> None:
        if not self._is_closed:
            await self._send(message)

    async def close(self) -> None:
        """Close the connection; its app gets `websocket.disconnect` when the browser has answered."""
        if not self._is_closed:
            self._is_closed = True
            await self._send({"type": "websocket.close", "code": _GOING_AWAY})
