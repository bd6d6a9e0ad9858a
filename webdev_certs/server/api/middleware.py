"""Rules for every call of the API; whatever is mounted behind it is not touched."""

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 64 * 1024
"""Bytes; the largest request that any call needs is a registration of some 10 KB."""


class CallRules:
    """Stops reading bodies that are too large, and keeps answers out of caches unless they allow it."""

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
                # RFC 6749 §5.1 asks it of tokens; everything else that is not public deserves it too.
                MutableHeaders(scope=message).setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, bounded_receive, private_send)
