"""Rules for all calls of the API, and for nothing else that is mounted with it."""

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 64 * 1024
"""In bytes; the largest request of any call is a registration of about 10 KB."""


class CallRules:
    """Refuses bodies that are too large, and forbids caching of answers that do not allow it themselves."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        size = 0

        async def bounded_receive() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > MAX_BODY:
                raise HTTPException(413)
            return message

        async def private_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                # Required for tokens (RFC 6749 §5.1), and right for everything else that is not public.
                MutableHeaders(scope=message).setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, bounded_receive, private_send)
