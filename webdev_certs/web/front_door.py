"""What stands before the built pages on the one port: clean addresses, redirects, cache rules.

The pages are static files, so a path without its trailing slash would cost a redirect to an absolute address
(wrong behind a TLS proxy), one with a dynamic part would not find its document, and an unknown one would be a
dead end.
"""

from collections.abc import Iterable, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webdev_certs.documents import document_finder

_IMMUTABLE = "public, max-age=31536000, immutable"
_OWN_ERRORS = ("/api/", "/.well-known/", "/assets/", "/sandbox/", "/_event")
"""Below these a 404 is an answer, not a lost visitor."""
_NO_PAGES = ("/api/", "/assets/")


class FrontDoor:
    """ASGI middleware around the whole product."""

    def __init__(self, app: ASGIApp, pages: Iterable[str], redirects: Mapping[str, str]) -> None:
        """Takes the paths of the pages (`/about`, `/verify/[number]`) and the redirects (path → path)."""
        self._app = app
        self._document_of = document_finder(page.strip("/") for page in pages)
        self._redirects = dict(redirects)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        if path.startswith("//"):
            # Behind us it would become a redirect to whatever host the request names.
            await RedirectResponse("/" + path.lstrip("/"), 308)(scope, receive, send)
            return
        plain = path.rstrip("/") or "/"
        if plain in self._redirects:
            query = scope["query_string"].decode("latin-1")
            target = self._redirects[plain] + (f"?{query}" if query else "")
            await RedirectResponse(target, 308)(scope, receive, send)
            return
        document = None if path.startswith(_NO_PAGES) else self._document_of(path)
        if document:
            scope = {**scope, "path": f"/{document}/", "raw_path": f"/{document}/".encode()}
        await _Exchange(self._app, scope, send).run(receive)


class _Exchange:
    """One request on its way through: looks at how the answer starts."""

    def __init__(self, app: ASGIApp, scope: Scope, send: Send) -> None:
        self._app = app
        self._scope = scope
        self._send = send
        self._lost = False

    async def run(self, receive: Receive) -> None:
        await self._app(self._scope, receive, self._on_message)
        if self._lost:
            await RedirectResponse("/", 302)(self._scope, receive, self._send)

    async def _on_message(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._lost = message["status"] == 404 and self._is_visit()
            self._set_cache_rule(message)
        if not self._lost:
            await self._send(message)

    def _is_visit(self) -> bool:
        """Whether a person is waiting for a page, not a program for a file."""
        if self._scope["path"].startswith(_OWN_ERRORS):
            return False
        return "text/html" in Headers(scope=self._scope).get("accept", "")

    def _set_cache_rule(self, message: Message) -> None:
        headers = MutableHeaders(raw=list(message.get("headers", ())))
        if "cache-control" in headers or message["status"] not in (200, 304):
            return
        if self._scope["path"].startswith("/assets/"):
            # The build puts a content hash into these names.
            headers["Cache-Control"] = _IMMUTABLE
        elif not self._scope["path"].startswith(_OWN_ERRORS):
            # Their names stay when their content changes, so browsers ask whether it has.
            headers["Cache-Control"] = "no-cache"
        message["headers"] = headers.raw
