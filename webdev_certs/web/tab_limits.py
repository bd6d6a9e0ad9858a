"""Bounds what strangers can make the server hold: WebSockets, their states, and what they send."""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Hashable
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webdev_certs.shared.ip_prefix import SITE_LENGTH, ip_prefix

log = logging.getLogger(__name__)

LINGERING_SECONDS = 120
"""How long the state of a tab is kept after its connection has ended, so that it can come back."""
KEEPING_SECONDS = 15
"""How often the states of connected tabs are kept from expiring."""
MAX_UNANSWERED_BYTES = 64 * 1024
"""How much a tab may send before the server's first answer: what the browser has stored takes about 2 KB."""
MAX_MESSAGE_BYTES = 256 * 1024
"""The largest message; a page sends forms of about 10 KB and reports of its own errors."""
_TRY_AGAIN_LATER, _TOO_BIG = 1013, 1009
_PAUSE_SECONDS = 60
"""How often to warn, and to forget tabs that have gone."""


class TabLimits:
    """ASGI middleware that bounds the tabs of each network, and of all together.

    Every tab has a state of about 43 KB in memory, which is kept for a while after its connection has ended.
    So tabs count as long as that, and a tab that comes back with its token counts once. If there is no room
    for a new tab, the tab that disconnected first loses its state. If all are connected, the new tab is
    refused.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        per_network: int,
        in_total: int,
        forget_state: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Wrap an app.

        Args:
            app: The app.
            per_network: The most tabs of one IPv4 address or one IPv6 /48.
            in_total: The most tabs of all networks.
            forget_state: Deletes the state of a tab that is not connected, by its token.
            clock: The time in seconds.
        """
        self._app = app
        self._per_network, self._in_total = per_network, in_total
        self._forget_state = forget_state
        self._clock = clock
        self._tabs: defaultdict[str, set[Hashable]] = defaultdict(set)
        """Network → its tabs."""
        self._gone: dict[tuple[str, Hashable], float] = {}
        """Network and tab → when it disconnected, the earliest first."""
        self._total = 0
        self._refused = 0
        self._resume_at = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        self._clean_up_at_times()
        network = ip_prefix(scope["client"][0] if scope.get("client") else "", SITE_LENGTH)
        tab = self._enter(network, scope)
        if tab is None:
            self._refused += 1
            await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})
            return
        try:
            await _Connection(self._app, receive, send).run(scope)
        finally:
            self._gone[network, tab] = self._clock()

    def _enter(self, network: str, scope: Scope) -> Hashable | None:
        """Return the key of the tab; None if there are too many."""
        token = token_of(scope)
        if self._gone.pop((network, token), None) is not None:
            return token
        # A second connection with the same token counts as another tab: the server gives it a new token.
        tab: Hashable = object() if token in self._tabs.get(network, ()) else token
        if not self._has_room(network):
            return None
        self._tabs[network].add(tab)
        self._total += 1
        return tab

    def _has_room(self, network: str) -> bool:
        """Return whether there is room for one more tab, after making it if possible."""
        self._forget_gone()
        is_full = len(self._tabs.get(network, ())) >= self._per_network
        if not is_full and self._total < self._in_total:
            return True
        for owner, tab in self._gone:
            # The name of other tabs' states is unknown here, so they last their time.
            if isinstance(tab, str) and (owner == network or not is_full):
                self._forget(owner, tab)
                self._forget_state(tab)
                return True
        return False

    def _forget(self, network: str, tab: Hashable) -> None:
        del self._gone[network, tab]
        self._tabs[network].remove(tab)
        self._total -= 1
        if not self._tabs[network]:
            del self._tabs[network]

    def _forget_gone(self) -> None:
        before = self._clock() - LINGERING_SECONDS
        while (first := next(iter(self._gone), None)) and self._gone[first] <= before:
            self._forget(*first)

    def _clean_up_at_times(self) -> None:
        if self._clock() < self._resume_at:
            return
        self._resume_at = self._clock() + _PAUSE_SECONDS
        self._forget_gone()
        if self._refused:
            log.warning(
                "%d connections were refused: their networks have %d tabs already, or all together have %d",
                self._refused,
                self._per_network,
                self._in_total,
            )
            self._refused = 0


class _Connection:
    """One WebSocket, which is closed if its browser sends too much."""

    def __init__(self, app: ASGIApp, receive: Receive, send: Send) -> None:
        self._app = app
        self._receive = receive
        self._send = send
        self._unanswered: int | None = 0
        """How many bytes have come before the first answer; None after it."""
        self._closed = False

    async def run(self, scope: Scope) -> None:
        await self._app(scope, self._on_receive, self._on_send)

    async def _on_receive(self) -> Message:
        message = await self._receive()
        size = len(message.get("text") or message.get("bytes") or "")
        if self._unanswered is not None:
            self._unanswered += size
        if size <= MAX_MESSAGE_BYTES and (self._unanswered or 0) <= MAX_UNANSWERED_BYTES:
            return message
        self._closed = True
        await self._send({"type": "websocket.close", "code": _TOO_BIG})
        return {"type": "websocket.disconnect", "code": _TOO_BIG}

    async def _on_send(self, message: Message) -> None:
        if self._closed:
            return
        if self._unanswered is not None and _is_update(message.get("text") or ""):
            self._unanswered = None
        await self._send(message)


def _is_update(text: str) -> bool:
    """Return whether this is a state update of Reflex: a Socket.IO event named `event`."""
    return text.startswith("42") and text.partition("[")[2].startswith('"event"')


def token_of(scope: Scope) -> str:
    """Return the token that a tab connects with; empty if there is none."""
    return "".join(parse_qs(scope["query_string"].decode("latin-1")).get("token", [])[:1])
