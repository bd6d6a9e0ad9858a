"""Calls to the API of the same process, in memory."""

import asyncio
import logging
import time

import httpx
from opentelemetry import propagate
from starlette.types import ASGIApp, Message, Scope

from webdev_certs.ui.reflex_internals import current_event_id

log = logging.getLogger(__name__)
_CALLER = b"x-forwarded-for"
_PEER = "127.0.0.1"


class InProcess(httpx.AsyncBaseTransport):
    """Calls the API over ASGI, without the middleware that requests of other machines pass.

    That middleware finds the caller's IP address and gives each request an id; here both are known already.
    Calls are logged as those of other machines.

    `httpx.ASGITransport` does the same for any app, but looks at every request which event loop is running,
    which took longer than reading the answer to the request from the database.

    Every request is completed, as it would be over a network, even if the caller is canceled. Reflex cancels
    event handlers that a newer event replaces. Canceling the API in the middle of a transaction would leave
    the transaction to the garbage collector.
    """

    def __init__(self, api: ASGIApp) -> None:
        """Take the API."""
        self._api = api

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        # The API continues the trace in the headers. OpenTelemetry adds them to requests over a network.
        propagate.inject(request.headers)
        return await asyncio.shield(self._answer(request, await request.aread()))

    async def _answer(self, request: httpx.Request, body: bytes) -> httpx.Response:
        started = time.perf_counter()
        status, headers, parts = 0, [], []
        is_read, is_answered = False, asyncio.Event()

        async def receive() -> Message:
            nonlocal is_read
            if is_read:
                await is_answered.wait()
                return {"type": "http.disconnect"}
            is_read = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], list(message["headers"])
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))
                if not message.get("more_body"):
                    is_answered.set()

        try:
            await self._api(_scope(request), receive, send)
        except Exception as error:
            # With an answer, the API has logged the error (`api.errors`).
            if not status:
                log.error("%s %s failed", request.method, request.url.path, exc_info=error)
                status = 500
        milliseconds = (time.perf_counter() - started) * 1000
        log.info("%s %s %d %.0f ms", request.method, request.url.path, status, milliseconds)
        if event := current_event_id():
            headers.append((b"X-Request-Id", event.encode()))
        return httpx.Response(status, headers=headers, content=b"".join(parts))


def _scope(request: httpx.Request) -> Scope:
    """Return the ASGI scope of a request, which comes from the IP address that it is forwarded for."""
    headers = [(name.lower(), value) for name, value in request.headers.raw]
    caller = next((value.decode() for name, value in headers if name == _CALLER), _PEER)
    path, _, query = request.url.raw_path.partition(b"?")
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "headers": [header for header in headers if header[0] != _CALLER],
        "scheme": request.url.scheme,
        "path": request.url.path,
        "raw_path": path,
        "query_string": query,
        "server": (request.url.host, request.url.port),
        "client": (caller, 0),
        "root_path": "",
    }
