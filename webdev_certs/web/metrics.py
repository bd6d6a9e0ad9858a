"""`/metrics` for Prometheus: on a port of its own, or with a token on the product's port."""

import asyncio
import hmac
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeAlias
from wsgiref.simple_server import WSGIServer

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    Metric,
    ProcessCollector,
    generate_latest,
    start_http_server,
)
from prometheus_client.registry import Collector
from pydantic import SecretStr
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from webdev_certs.shared.metrics import REGISTRY

KEPT_SECONDS = 15
"""How long gauges are kept; however often somebody asks, the database is queried no more often."""
_PATIENCE_SECONDS = 10

Source: TypeAlias = Callable[[], Awaitable[Iterable[Metric]]]
"""Reads gauges on the event loop."""


class _Gauges(Collector):
    """What is read only when Prometheus asks. Asked in a thread, it is read on the event loop."""

    def __init__(self, sources: Sequence[Source], loop: asyncio.AbstractEventLoop) -> None:
        self._sources, self._loop = sources, loop
        self._lock = asyncio.Lock()
        self._kept: list[Metric] = []
        self._kept_until = 0.0

    def collect(self) -> Iterable[Metric]:
        return asyncio.run_coroutine_threadsafe(self._read(), self._loop).result(_PATIENCE_SECONDS)

    async def _read(self) -> list[Metric]:
        async with self._lock:
            if time.monotonic() >= self._kept_until:
                self._kept = [metric for source in self._sources for metric in await source()]
                self._kept_until = time.monotonic() + KEPT_SECONDS
            return self._kept


@asynccontextmanager
async def gathering(sources: Sequence[Source], host: str, ports: range) -> AsyncIterator[None]:
    """Add gauges to what `/metrics` shows for the duration of the block, and serve it on a port of its own.

    Args:
        sources: Read the gauges.
        host: The IP address to listen on.
        ports: Takes the first one that is free, as each worker has its own; empty for no port.

    Raises:
        OSError: Other processes listen on all of them.
    """
    collectors = _Gauges(sources, asyncio.get_running_loop()), ProcessCollector(registry=None)
    server = _serve_on_first_free(host, ports) if ports else None
    for collector in collectors:
        REGISTRY.register(collector)
    try:
        yield
    finally:
        for collector in collectors:
            REGISTRY.unregister(collector)
        if server:
            # Waits for the thread, which may be waiting for the event loop.
            await asyncio.to_thread(server.shutdown)
            server.server_close()


def _serve_on_first_free(host: str, ports: Sequence[int]) -> WSGIServer:
    for port in ports[:-1]:
        with suppress(OSError):
            return start_http_server(port, host, REGISTRY)[0]
    return start_http_server(ports[-1], host, REGISTRY)[0]


class MetricsPage:
    """ASGI middleware that answers `/metrics` to callers with the token, and 404 to all others."""

    def __init__(self, app: ASGIApp, token: SecretStr | None) -> None:
        """Wrap an app; without a token, nobody may read. The token is read again for each call."""
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != "/metrics":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get("authorization", "").encode("latin-1")
        response: Response = PlainTextResponse("Not Found", 404)
        if self._token and hmac.compare_digest(given, f"Bearer {self._token.get_secret_value()}".encode()):
            # In a thread, because the gauges are read on the event loop.
            text = await asyncio.to_thread(generate_latest, REGISTRY)
            response = Response(text, media_type=CONTENT_TYPE_LATEST)
        response.headers["Cache-Control"] = "no-store"
        await response(scope, receive, send)
