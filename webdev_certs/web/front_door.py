"""Paths, documents, redirects and cache rules of the built pages.

The pages are static files. Without this middleware, a path without its trailing slash would be redirected to
an absolute URL (wrong behind a TLS proxy), a path with a dynamic part would not find its document, and an
unknown path would show an error.
"""

import re
from collections.abc import Callable, Iterable, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webdev_certs.shared.missed_page import NOT_FOUND
from webdev_certs.shared.translation import language_prefix
from webdev_certs.web.languages import page_language, without_prefix

HASHED_FILES = ("/assets/", "/fonts/")
"""Below these paths are scripts, styles and fonts. Their names contain a hash of their content."""
_MAX_PATH_LENGTH = 1000
_SLASHES = re.compile(r"/{2,}")
_FILE_OF_PAGE = re.compile(r"(?:/index)?\.html\Z")


def document_finder(routes: Iterable[str]) -> Callable[[str], str | None]:
    """Return a function that finds the route of a path. Each document is built into the folder of its route.

    Args:
        routes: Routes without slashes around them, such as `about` or `verify/[certificate_number]`; the
            route of the home page is empty.

    Returns:
        A function: path, with or without a trailing slash → its route, or None.
    """
    every = set(routes)
    dynamic = [(_pattern(route), route) for route in sorted(every) if "[" in route]

    def find(path: str) -> str | None:
        if len(path) > _MAX_PATH_LENGTH:
            return None
        plain = path.removeprefix("/").removesuffix("/")
        if plain in every:
            return plain
        return next((route for pattern, route in dynamic if pattern.fullmatch(plain)), None)

    return find


def page_finder(pages: Iterable[str]) -> Callable[[str], str]:
    """Return a function that finds the page of a path in any language, or what kind of file it is.

    Args:
        pages: As for `FrontDoor`.

    Returns:
        A function: path → a page such as `/verify/[number]`, `assets` or `other`.
    """
    document_of = document_finder(page.strip("/") for page in pages)

    def find(path: str) -> str:
        plain = without_prefix(path)
        if plain.startswith(HASHED_FILES):
            return "assets"
        document = document_of(plain)
        return "other" if document is None else f"/{document}"

    return find


def _pattern(route: str) -> re.Pattern[str]:
    """Return what the paths of a route look like, as the router in the browser matches them."""
    parts = ("[^/]+" if part.startswith("[") else re.escape(part) for part in route.split("/"))
    return re.compile("/".join(parts))


_IMMUTABLE = "public, max-age=31536000, immutable"
_OWN_ERRORS = ("/api/", "/.well-known/", "/assets/", "/sandbox/", "/_event")
"""A 404 below these paths stays a 404 instead of a redirect to the home page."""
_NO_PAGES = ("/api/", "/assets/")


class FrontDoor:
    """ASGI middleware around the whole product."""

    def __init__(self, app: ASGIApp, pages: Iterable[str], redirects: Mapping[str, str]) -> None:
        """Wrap an app.

        Args:
            app: The app.
            pages: Paths of the pages, such as `/about` or `/verify/[number]`.
            redirects: Old path → new path.
        """
        self._app = app
        self._document_of = document_finder(page.strip("/") for page in pages)
        self._redirects = dict(redirects)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        if path.startswith("//"):
            # The app would redirect to this path, which browsers read as the URL of another host.
            target = f"{language_prefix(page_language(scope))}/{path.lstrip('/')}"
            await RedirectResponse(target, 308)(scope, receive, send)
            return
        may_be_page = not path.startswith(_NO_PAGES)
        document = self._document_of(path) if may_be_page else None
        target = self._redirects.get(path.rstrip("/") or "/")
        if target is None and document is None and may_be_page:
            target = self._page_spelled_otherwise(path)
        if target:
            query = scope["query_string"].decode("latin-1")
            target = language_prefix(page_language(scope)) + target + (f"?{query}" if query else "")
            await RedirectResponse(target, 308)(scope, receive, send)
            return
        if document:
            scope = {**scope, "path": f"/{document}/", "raw_path": f"/{document}/".encode()}
        await _Exchange(self._app, scope, send).run(receive)

    def _page_spelled_otherwise(self, path: str) -> str | None:
        """Return the path of the page whose file the app would find at another one, such as `/about//`.

        There the scripts of the page would not run: the security headers and its own router know one path.
        """
        plain = _FILE_OF_PAGE.sub("", _SLASHES.sub("/", path)).rstrip("/")
        return None if self._document_of(plain) is None else plain or "/"


class _Exchange:
    """One request. When its response starts, decides whether to redirect, and how browsers may cache it."""

    def __init__(self, app: ASGIApp, scope: Scope, send: Send) -> None:
        self._app = app
        self._scope = scope
        self._send = send
        self._redirect_home = False

    async def run(self, receive: Receive) -> None:
        await self._app(self._scope, receive, self._on_message)
        if self._redirect_home:
            home = f"{language_prefix(page_language(self._scope))}/#{NOT_FOUND}"
            await RedirectResponse(home, 302)(self._scope, receive, self._send)

    async def _on_message(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._redirect_home = message["status"] == 404 and self._wants_page()
            self._set_cache_rule(message)
        if not self._redirect_home:
            await self._send(message)

    def _wants_page(self) -> bool:
        """Return whether a browser asks for a page, not a program for a file."""
        if self._scope["path"].startswith(_OWN_ERRORS):
            return False
        return "text/html" in Headers(scope=self._scope).get("accept", "")

    def _set_cache_rule(self, message: Message) -> None:
        headers = MutableHeaders(raw=list(message.get("headers", ())))
        if message["status"] == 404 and self._scope["path"].startswith(HASHED_FILES):
            # During an upgrade the file may appear a moment later, so browsers must not keep the 404.
            headers["Cache-Control"] = "no-store"
            del headers["ETag"], headers["Last-Modified"]
            message["headers"] = headers.raw
            return
        if "cache-control" in headers or message["status"] not in (200, 304):
            return
        if self._scope["path"].startswith(HASHED_FILES):
            headers["Cache-Control"] = _IMMUTABLE
        elif not self._scope["path"].startswith(_OWN_ERRORS):
            # The names of these files stay the same when their content changes, so browsers must check.
            headers["Cache-Control"] = "no-cache"
        message["headers"] = headers.raw
