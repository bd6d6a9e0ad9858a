"""The access log, and the id by which all log lines of one request are found."""

import logging
import secrets
import time
from collections.abc import Callable

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webdev_certs.shared.metrics import REQUEST_SECONDS, known_method
from webdev_certs.web.log_lines import request_id

log = logging.getLogger(__name__)
# Monitoring calls these every few seconds, so they are logged only if the status is not 200.
_CHECKS = ("/api/health", "/api/ready")


class RequestLog:
    """ASGI middleware that gives each request an id and logs one line about it.

    The line has the method, the path, the status and the time, but no query, header, body or IP address:
    those hold tokens and personal data.
    """

    def __init__(
        self,
        app: ASGIApp,
        page_of: Callable[[str], str] | None = None,
    ) -> None:
        """Wrap an app.

        Args:
            app: The app.
            page_of: Returns the template of the route of a path that is not the API's, to count requests by.
                The API counts its own.
        """
        self._app = app
        self._page_of = page_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        own_id = secrets.token_hex(6)
        outer = request_id.set(own_id)
        try:
            if scope["type"] == "http":
                await self._handle(scope, receive, send, own_id)
            else:
                await self._connect(scope, receive, send)
        finally:
            request_id.reset(outer)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except Exception as error:
            # For example, a message that is not in Socket.IO's format; the server closes the connection.
            log.error("The WebSocket %s failed", scope["path"], exc_info=error)

    async def _handle(self, scope: Scope, receive: Receive, send: Send, own_id: str) -> None:
        status = 0
        started = time.perf_counter()

        async def noted_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = own_id
            await send(message)

        try:
            await self._app(scope, receive, noted_send)
        except Exception as error:
            # With an answer, the API has logged the error (`api.errors`). If it were raised, the server would
            # log it again, in many lines.
            if not status:
                log.error("%s %s failed", scope["method"], scope["path"], exc_info=error)
                response = PlainTextResponse("Internal Server Error", 500)
                await response(scope, receive, noted_send)
        finally:
            seconds = time.perf_counter() - started
            if self._page_of and not scope["path"].startswith("/api/"):
                route = self._page_of(scope["path"])
                REQUEST_SECONDS.labels(route, known_method(scope["method"]), status).observe(seconds)
            if status != 200 or scope["path"] not in _CHECKS:
                log.info("%s %s %d %.0f ms", scope["method"], scope["path"], status, seconds * 1000)
