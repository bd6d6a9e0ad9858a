"""Rules for all calls of the API, and for nothing else that is mounted with it; the language of answers."""

import asyncio
import time

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webdev_certs.schemas.certificates import MAX_FILE_BYTES, MAX_LIST_BYTES
from webdev_certs.shared.metrics import REQUEST_SECONDS, known_method
from webdev_certs.shared.translation import accepted_language, set_language

MAX_BODY = 64 * 1024
"""In bytes; the largest request of most calls is a registration of about 10 KB."""
_MAX_BODIES = {
    "/api/verify/file": MAX_FILE_BYTES,
    "/api/verify/numbers": MAX_LIST_BYTES,
    "/api/verify/numbers.csv": MAX_LIST_BYTES,
}
"""Calls that accept larger bodies: path → bytes."""


BODY_SECONDS = 30
"""How long a request may take to send its body; over a slow mobile network the largest one takes a second."""
_HEADER = b"accept-language"


class CallRules:
    """Refuses bodies that are too large or too slow, and forbids caching of answers that do not allow it.

    Counts all calls too, whether they come from outside or from the pages of this process.
    """

    def __init__(self, app: ASGIApp, body_seconds: float = BODY_SECONDS) -> None:
        self._app = app
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        size, is_complete, status = 0, False, 500
        started = time.perf_counter()
        most = _MAX_BODIES.get(scope["path"], MAX_BODY)
        body_until = asyncio.get_running_loop().time() + self._body_seconds

        announced = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
        length = int(announced[:12]) if announced.isdigit() else None

        async def bounded_receive() -> Message:
            nonlocal size, is_complete
            # Before anything is read, if the request says how long it is.
            if length is not None and length > most:
                raise HTTPException(413)
            # After the body comes only the end of the connection, which may take as long as the answer.
            message = await (receive() if is_complete else _receive_before(body_until, receive))
            size += len(message.get("body", b""))
            is_complete = not message.get("more_body", False) or size == length
            if size > most:
                raise HTTPException(413)
            return message

        async def private_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                # Required for tokens (RFC 6749 §5.1), and right for everything else that is not public.
                MutableHeaders(scope=message).setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self._app(scope, bounded_receive, private_send)
        finally:
            # The router has put the route there.
            route = getattr(scope.get("route"), "path", "other")
            seconds = time.perf_counter() - started
            REQUEST_SECONDS.labels(route, known_method(scope["method"]), status).observe(seconds)


async def _receive_before(end: float, receive: Receive) -> Message:
    """Return the next message; refuse the request if none comes before this time of the event loop."""
    try:
        async with asyncio.timeout_at(end):
            return await receive()
    except TimeoutError:
        raise HTTPException(408) from None


class AnswerLanguage:
    """ASGI middleware that sets the language that a request asks for (Accept-Language)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            accepted = next((value for name, value in scope["headers"] if name == _HEADER), b"")
            set_language(accepted_language(accepted.decode("latin-1")))
        await self._app(scope, receive, send)
