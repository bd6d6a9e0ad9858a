"""Lets a process stop without its users noticing: its tabs leave in batches, and find another process.

The server would end all connections at once, in the middle of events, and all browsers would come back in the
same moment.
"""

import asyncio
import logging
import random
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webdev_certs.web.pages_health import not_ready
from webdev_certs.web.tab_limits import token_of

log = logging.getLogger(__name__)

DRAIN_SECONDS = 20
"""How long a process that stops waits for its tabs to leave, and for the events that are being handled."""
NOTICE_SECONDS = 3
"""How long proxies have to notice that this process is stopping, before it sends its tabs away and ends."""
_BATCHES = 40
_SMALLEST_BATCH = 25
_PAUSE_SECONDS = 0.15, 0.45
"""How long to wait after each batch: at random, so that several processes do not send theirs at once."""
_QUIET_SECONDS = 0.1
"""How long nothing may have come or gone before a tab leaves: what is on its way arrives."""
_LOOK_AGAIN_SECONDS = 0.05
_SIGNAL_AGAIN_SECONDS = 1
_GOING_AWAY = 1001


class Draining:
    """Knows the tabs of this process and, when it stops, sends them away."""

    def __init__(self, *, is_busy: Callable[[str], bool]) -> None:
        """Begin without tabs.

        Args:
            is_busy: Tells whether events of a tab are being handled or wait for it, by the tab's token.
        """
        self._is_busy = is_busy
        self._tabs: set[_Tab] = set()
        self._has_begun = False

    def around(self, app: ASGIApp) -> ASGIApp:
        """Return an app that knows its tabs, and while it drains takes no new ones and is not ready."""

        async def drainable(scope: Scope, receive: Receive, send: Send) -> None:
            is_tab = scope["type"] == "websocket"
            if self._has_begun and is_tab:
                # Answered with 403: nginx then asks another process, and goes on to ask this one for pages.
                # After a 503 it would not, even while the other one is not back yet.
                await send({"type": "websocket.close", "code": _GOING_AWAY})
            elif self._has_begun and scope.get("path") == "/api/ready":
                await not_ready("stopping", "This process is stopping.")(scope, receive, send)
            elif is_tab:
                await self._connect(app, scope, receive, send)
            else:
                await app(scope, receive, send)

        return drainable

    @asynccontextmanager
    async def on_sigterm(self) -> AsyncIterator[None]:
        """While the block runs, SIGTERM drains this process, and then stops its server with SIGINT.

        The server has installed its handlers before the app starts, so this one replaces its own for SIGTERM.
        It is not a handler of the loop: those can be lost while the loop is busy, when its pipe is full.
        """
        loop = asyncio.get_running_loop()
        draining: list[asyncio.Task[None]] = []

        def stop() -> None:
            # A service manager signals all processes, and the server then its workers once more.
            if not draining:
                draining.append(loop.create_task(self._drain_and_stop()))

        # Windows has no handlers of the loop, and threads of tests have none at all.
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.remove_signal_handler(signal.SIGTERM)
            signal.signal(signal.SIGTERM, lambda _number, _frame: loop.call_soon_threadsafe(stop))
        yield
        for task in draining:
            task.cancel()

    async def drain(self) -> None:
        """Close the connections of all tabs, each as soon as none of its events is being handled."""
        self._has_begun = True
        tabs = list(self._tabs)
        log.info("Stopping: %d tabs leave", len(tabs))
        random.shuffle(tabs)
        size = max(_SMALLEST_BATCH, -(-len(tabs) // _BATCHES))
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS), asyncio.TaskGroup() as leaving:
                # Also without tabs: proxies send requests until they have noticed.
                await asyncio.sleep(NOTICE_SECONDS)
                for start in range(0, len(tabs), size):
                    if start:
                        await asyncio.sleep(random.uniform(*_PAUSE_SECONDS))
                    for tab in tabs[start : start + size]:
                        leaving.create_task(self._send_away(tab))
        late = [tab for tab in tabs if not tab.left.is_set()]
        for tab in late:
            tab.leave()
        if late:
            log.warning("Stopping: %d tabs leave in the middle of an event", len(late))
        # Until the last connections are closed.
        await asyncio.sleep(_QUIET_SECONDS)

    async def _drain_and_stop(self) -> None:
        try:
            await self.drain()
        finally:
            # The server's own handler, which is the loop's, can miss it.
            while True:
                signal.raise_signal(signal.SIGINT)
                await asyncio.sleep(_SIGNAL_AGAIN_SECONDS)

    async def _connect(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        tab = _Tab(token_of(scope), receive, send)
        self._tabs.add(tab)
        try:
            await app(scope, tab.receive, tab.send)
        finally:
            tab.left.set()
            self._tabs.discard(tab)

    async def _send_away(self, tab: "_Tab") -> None:
        # Reflex tells nobody when it has handled an event.
        while not tab.left.is_set() and (self._is_busy(tab.token) or not tab.is_quiet()):  # noqa: ASYNC110
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)
        tab.leave()
        await tab.left.wait()


class _Tab:
    """The connection of one tab.

    It is closed from where the app waits for the next message: Granian closes no connection on which
    something waits. `webdev_certs/web/tab_limits.py` closes connections in the same way.
    """

    def __init__(self, token: str, receive: Receive, send: Send) -> None:
        self.token = token
        self.left = asyncio.Event()
        """Set once the browser was told to leave, or has left."""
        self._receive, self._send = receive, send
        self._next: asyncio.Future[Message] | None = None
        self._is_leaving = False
        self._active_at = 0.0

    def is_quiet(self) -> bool:
        """Return whether nothing has come or gone for a moment."""
        return asyncio.get_running_loop().time() - self._active_at >= _QUIET_SECONDS

    def leave(self) -> None:
        """Close the connection with 1001, which lets the browser connect again at once."""
        self._is_leaving = True
        if self._next:
            self._next.cancel()

    async def receive(self) -> Message:
        if not self._is_leaving:
            self._next = asyncio.ensure_future(self._receive())
            try:
                message = await self._next
            except asyncio.CancelledError:
                if not self._is_leaving:
                    raise
            else:
                self._active_at = asyncio.get_running_loop().time()
                return message
            finally:
                # With Granian's objects, this is a reference cycle that garbage collection cannot see. It
                # would keep everything that belongs to the connection.
                self._next = None
        await self._send({"type": "websocket.close", "code": _GOING_AWAY})
        self.left.set()
        return {"type": "websocket.disconnect", "code": _GOING_AWAY}

    async def send(self, message: Message) -> None:
        if not self._is_leaving:
            self._active_at = asyncio.get_running_loop().time()
            await self._send(message)
