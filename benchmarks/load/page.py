"""A page of a signed-in learner, which connects again by itself as a page in a browser does."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from benchmarks.load.measurements import Failed, Measurements
from benchmarks.websocket import ROOT, SESSION, VAR, Tab

PATIENCE = 60.0
"""Seconds after which a learner gives up what they have asked for."""
_CONNECT_SECONDS = 10
_BACKOFF_SECONDS, _MOST_FAILURES = 0.2, 10
"""Reflex 0.10.1, `utils/state.js`: after each failure in a row the browser waits so much longer."""
_LOST = (OSError, asyncio.IncompleteReadError, TimeoutError)
_KEPT = "running_attempt"
"""The variable that the browser keeps for the tab (`ExamState`)."""
_LOGIN = "/auth/login"
_BACK = "come back after a lost connection"

Values = dict[str, Any]


@dataclass(frozen=True)
class Server:
    """Where the product is, or the proxy before it.

    Attributes:
        host: Its IP address.
        port: Its port.
        name: The host in the product's `PUBLIC_URL`.
    """

    host: str
    port: int
    name: str = "localhost"


class Page:
    """One page with the variables of its screen.

    Attributes:
        values: The variables of the screen's state, without Reflex's endings.
        connections: How often it has connected.
        redirected: The path to which the server has sent the browser last; empty for nowhere.
    """

    def __init__(
        self, server: Server, path: str, state: str, stored: Values, measurements: Measurements
    ) -> None:
        """Choose what to open.

        Args:
            server: Where to connect.
            path: The page.
            state: The full name of the state of its screen.
            stored: What the browser keeps in local storage; changed as the server says.
            measurements: Where to count connections that were lost.
        """
        self._server, self._path, self._state, self._stored = server, path, state, stored
        self._measurements = measurements
        self._id = str(uuid4())
        self._changed = asyncio.Event()
        self._tab: Tab | None = None
        self._running: asyncio.Task[None] | None = None
        self._kept: Values = {}
        self._lost: float | None = None
        """When the connection was lost, until the screen is back."""
        self._is_loaded = False
        """Whether the screen has loaded what it shows, since the last connection."""
        self.values: Values = {}
        self.connections = 0
        self.redirected = ""

    def open(self) -> None:
        """Connect, or connect again as after a reload of the page."""
        self.close()
        self.redirected, self._lost = "", None
        self._running = asyncio.create_task(self._run())

    def close(self) -> None:
        """Close the page."""
        if self._running:
            self._running.cancel()
        self._disconnect()

    def emit(self, event: str, payload: dict[str, Any]) -> None:
        """Send an event of the screen's state; without a connection it is lost."""
        if self._tab:
            self._tab.emit(f"{self._state}.{event}", payload)

    async def until(self, happened: Callable[[Values], bool], seconds: float = PATIENCE) -> None:
        """Wait until the screen is loaded and its variables have certain values.

        Raises:
            Failed: The server refuses, sends the learner to the sign-in page, or does not come to it in time.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    if self.redirected.startswith(_LOGIN):
                        raise Failed("signed out")
                    if self.values.get("error"):
                        raise Failed(str(self.values["error"])[:60])
                    if self._is_loaded and happened(self.values):
                        return
                    self._changed.clear()
                    await self._changed.wait()
        raise Failed(f"nothing for {seconds:g} s")

    async def _run(self) -> None:
        failures = 0
        while True:
            try:
                await self._connect()
                failures = 0
                await self._follow()
            except _LOST:
                failures = min(failures + 1, _MOST_FAILURES)
                self._lost = self._lost or time.monotonic()
                self._measurements.counts["connections lost or refused"] += 1
            self._disconnect()
            # It connects again at once, and pauses only if that fails too.
            await asyncio.sleep(_BACKOFF_SECONDS * (failures - 1))

    async def _connect(self) -> None:
        names = {f"{SESSION}.{name}{VAR}": value for name, value in self._stored.items()}
        names |= {f"{self._state}.{name}{VAR}": value for name, value in self._kept.items()}
        async with asyncio.timeout(_CONNECT_SECONDS):
            self._tab = await Tab.open(
                self._server.port,
                self._path,
                f"{ROOT}.hydrate_and_load",
                {"vars": names},
                self._id,
                self._server.host,
                self._server.name,
            )
        self.connections += 1

    async def _follow(self) -> None:
        assert self._tab
        while True:
            update = await self._tab.update()
            delta = update.get("delta") or {}
            self._is_loaded = _named(delta.get(ROOT, {})).get("is_hydrated", self._is_loaded)
            if self._is_loaded and self._lost:
                self._measurements.record(_BACK, time.monotonic() - self._lost)
                self._lost = None
            changed = _named(delta.get(self._state, {}))
            self.values |= changed
            if _KEPT in changed:
                self._kept[_KEPT] = changed[_KEPT]
            # Such as a new access token.
            self._stored |= {
                name: value for name, value in _named(delta.get(SESSION, {})).items() if name in self._stored
            }
            for event in update.get("events") or ():
                if event["name"] == "_redirect":
                    self.redirected = event["payload"]["path"]
            self._changed.set()

    def _disconnect(self) -> None:
        if self._tab:
            self._tab.close()
        self._tab, self.values, self._is_loaded = None, {}, False


def _named(variables: Values) -> Values:
    return {name.removesuffix(VAR): value for name, value in variables.items()}
