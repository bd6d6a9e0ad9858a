"""Serves the pages of each language below its own prefix: English at `/about`, German at `/de/about`.

`webdev-certs build` builds the pages once for each language. The pages of a prefix also open their WebSocket
below it, which is how the server knows the language of a tab.
"""

import re

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webdev_certs.shared.translation import LANGUAGES, SOURCE_LANGUAGE, language_prefix, set_language

_SCOPE_KEY = "webdev_certs.language"
_HEADER = b"accept-language"
_PREFIX = re.compile(rf"/({'|'.join(code for code in LANGUAGES if code != SOURCE_LANGUAGE)})(?=/|\Z)")
_WITHOUT_LANGUAGE = ("/api/", "/.well-known/", "/sandbox/")
"""What is below these paths is the same in all languages, and exists without a prefix only."""
_NAMESPACE = "/_event"
"""The Socket.IO namespace of the server. Clients name it like the path of their WebSocket."""


def page_language(scope: Scope) -> str:
    """Return the language of the page that a request asks for."""
    return scope.get(_SCOPE_KEY, SOURCE_LANGUAGE)


def without_prefix(path: str) -> str:
    """Return a path without the prefix of a language."""
    found = _PREFIX.match(path)
    return path[found.end() :] if found else path


class Languages:
    """ASGI middleware in front of the product: takes the prefix off the path, and sets the language.

    WebSockets get the language as their Accept-Language header, whatever the browser prefers: messages have
    the language of the page that shows them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        found = _PREFIX.match(scope["path"])
        path = scope["path"][found.end() :] or "/" if found else ""
        if found and scope["path"] == found[0] and scope["type"] == "http":
            # The router of the pages does not know its home page without the slash.
            query = scope["query_string"].decode("latin-1")
            target = f"{found[0]}/" + (f"?{query}" if query else "")
            await RedirectResponse(target, 308)(scope, receive, send)
            return
        if found and not path.startswith(_WITHOUT_LANGUAGE):
            scope = {**scope, "path": path, "raw_path": path.encode(), _SCOPE_KEY: found[1]}
        language = page_language(scope)
        set_language(language)
        if scope["type"] == "http":
            await self._app(scope, receive, send)
            return
        kept = [header for header in scope["headers"] if header[0] != _HEADER]
        scope = {**scope, "headers": [*kept, (_HEADER, language.encode())]}
        page_namespace = language_prefix(language) + _NAMESPACE
        if page_namespace == _NAMESPACE:
            await self._app(scope, receive, send)
            return

        async def receive_renamed() -> Message:
            return _with_namespace(await receive(), page_namespace, _NAMESPACE)

        async def send_renamed(message: Message) -> None:
            await send(_with_namespace(message, _NAMESPACE, page_namespace))

        await self._app(scope, receive_renamed, send_renamed)


class LanguageFolders:
    """ASGI middleware around the app that serves the built pages: each language has a folder of its own."""

    def __init__(self, pages: ASGIApp) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        prefix = language_prefix(page_language(scope))
        if scope["type"] == "http" and prefix:
            path = prefix + scope["path"]
            scope = {**scope, "path": path, "raw_path": path.encode()}
        await self._pages(scope, receive, send)


def _with_namespace(message: Message, old: str, new: str) -> Message:
    """Return a message of a WebSocket with another namespace.

    Packets begin with digits for their types, and then name the namespace, e.g. `42/_event,["event",…]`
    (https://socket.io/docs/v4/socket-io-protocol/#packet-encoding). Binary packets, which the pages do not
    use, stay as they are.
    """
    kind, found, rest = (message.get("text") or "").partition(old)
    return {**message, "text": kind + new + rest} if found and kind.isdecimal() else message
