"""Calls to the API of the same process, in memory."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator

import httpx
from opentelemetry import propagate
from starlette.types import ASGIApp, Message, Scope

from webdev_certs.ui.reflex_internals import current_event_id

log = logging.getLogger(__name__)
_CALLER = b"x-forwarded-for"
_PEER = "127.0.0.1"
_READS = 20
"""How many reads are answered at once. It is less than DATABASE_CONNECTIONS, so that answers can be saved."""
_STREAMED = (b"content-type", b"application/x-ndjson")
"""The header of answers that are read while they are made."""


class _StreamedBody(httpx.AsyncByteStream):
    """The body of an answer, part by part. Closing it tells the API that nobody reads on."""

    def __init__(self, closed: asyncio.Event) -> None:
        self.parts: asyncio.Queue[bytes | None] = asyncio.Queue()
        """None after the last part."""
        self._closed = closed

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (part := await self.parts.get()) is not None:
            yield part

    async def aclose(self) -> None:
        self._closed.set()


class InProcess(httpx.AsyncBaseTransport):
    """Calls the API over ASGI, without the middleware that requests of other machines pass.

    That middleware finds the caller's IP address and gives each request an id; here both are known already.
    Calls are logged as those of other machines.

    `httpx.ASGITransport` does the same for any app, but looks at every request which event loop is running,
    which took longer than reading the answer to the request from the database.

    Every request is completed, as it would be over a network, even if the caller is canceled. Reflex cancels
    event handlers that a newer event replaces. Canceling the API in the middle of a transaction would leave
    the transaction to the garbage collector. Only an answer that is streamed ends when nobody reads it.

    Only so many reads are answered at once, and the others wait in their order, as for a connection over a
    network. Otherwise, when all learners of a process come back after a restart, the first calls would hold
    all connections to the database for so long that most others are refused, and tried again.
    """

    def __init__(self, api: ASGIApp) -> None:
        """Take the API."""
        self._api = api
        self._reads = asyncio.Semaphore(_READS)
        self._running: set[asyncio.Task[None]] = set()
        """Keeps the tasks that answer."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.method != "GET":
            return await self._call(request)
        try:
            async with asyncio.timeout(request.extensions["timeout"]["pool"]):
                await self._reads.acquire()
        except TimeoutError:
            raise httpx.PoolTimeout("too many reads at once", request=request) from None
        try:
            return await self._call(request)
        finally:
            self._reads.release()

    async def _call(self, request: httpx.Request) -> httpx.Response:
        # The API continues the trace in the headers. OpenTelemetry adds them to requests over a network.
        propagate.inject(request.headers)
        answer: asyncio.Future[httpx.Response] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._answer(request, await request.aread(), answer))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        # Without effect if there is an answer.
        task.add_done_callback(lambda _task: answer.cancel())
        return await asyncio.shield(answer)

    async def _answer(
        self, request: httpx.Request, body: bytes, answer: asyncio.Future[httpx.Response]
    ) -> None:
        started = time.perf_counter()
        status, headers, parts = 0, [], []
        streamed: _StreamedBody | None = None
        is_read, is_over = False, asyncio.Event()

        async def receive() -> Message:
            nonlocal is_read
            if is_read:
                await is_over.wait()
                return {"type": "http.disconnect"}
            is_read = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, headers, streamed
            if message["type"] == "http.response.start":
                status, headers = message["status"], list(message["headers"])
                if _STREAMED in headers:
                    streamed = _StreamedBody(is_over)
                    answer.set_result(httpx.Response(status, headers=headers, stream=streamed))
            elif message["type"] == "http.response.body":
                part = message.get("body", b"")
                if streamed:
                    streamed.parts.put_nowait(part)
                else:
                    parts.append(part)
                if not message.get("more_body"):
                    is_over.set()

        try:
            await self._api(_scope(request), receive, send)
        except Exception as error:
            # With an answer, the API has logged the error (`api.errors`).
            if not status:
                log.error("%s %s failed", request.method, request.url.path, exc_info=error)
                status = 500
        milliseconds = (time.perf_counter() - started) * 1000
        log.info("%s %s %d %.0f ms", request.method, request.url.path, status, milliseconds)
        if streamed:
            streamed.parts.put_nowait(None)
            return
        if event := current_event_id():
            headers.append((b"X-Request-Id", event.encode()))
        answer.set_result(httpx.Response(status, headers=headers, content=b"".join(parts)))


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
