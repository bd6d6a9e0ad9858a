"""Link previews of single certificates and public profiles, in the HTML that the server sends.

The pages are built once, so all paths of one route share a document. Programs that show previews of links run
no scripts. So the tags of the document are replaced for each of them.
"""

import gzip
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from time import monotonic
from urllib.parse import unquote

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webdev_certs.shared.translation import current_language

_PAGE = re.compile(r"/([a-z]+)/([^/]{1,100})/?")
"""The first segment says what the page shows, and the second which one."""
_KEPT_SECONDS = 20.0
"""Much less than a minute, within which everybody must see a revocation."""
_KEPT = 2048
_TAGS = re.compile(
    r"<title>[^<]*</title>"
    r'|<meta (?=[^>]*(?:name="(?:description|robots|twitter:[a-z]+)"|property="og:[a-z:_]+"))[^>]*>'
    r'|<link (?=[^>]*rel="canonical")[^>]*>'
)
# Conditional requests are not passed on.
_CONDITIONS = (b"if-none-match", b"if-modified-since", b"range", b"if-range", b"accept-encoding")
_PATH_SEND = "http.response.pathsend"
_OF_THE_FILE = ("etag", "last-modified", "accept-ranges", "content-encoding")


@dataclass(frozen=True)
class Preview:
    """What a link to a page shows; plain text and URLs."""

    title: str
    description: str
    url: str
    """The one URL of the page."""
    image: str
    image_text: str
    alternates: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Language → the URL of the page in it."""
    indexed: bool = True
    """Whether search engines may list the page."""


ReadPreview = Callable[[str, str], Awaitable[Preview | None]]
"""Takes the last segment of the path and the caller's IP address; returns None without a preview."""


class LinkPreviews:
    """ASGI middleware that puts the preview of a certificate or a profile into its page."""

    def __init__(
        self, app: ASGIApp, read: Mapping[str, ReadPreview], *, clock: Callable[[], float] = monotonic
    ) -> None:
        """Wrap an app.

        Args:
            app: Serves the pages.
            read: The first segment of paths → reads the preview of such a page.
            clock: The time in seconds.
        """
        self._app = app
        self._read = read
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str, str], tuple[float, Preview]] = OrderedDict()
        """(language, both segments of the path) → until when it is kept, and the preview."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _PAGE.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if not found or found[1] not in self._read or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        preview = await self._preview(found[1], unquote(found[2]), client[0] if client else "")
        if preview is None:
            await self._app(scope, receive, send)
            return
        plain = [(name, value) for name, value in scope["headers"] if name not in _CONDITIONS]
        zipped = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        is_head = scope["method"] == "HEAD"
        page = _Page(preview, send, zipped=zipped, is_head=is_head)
        # Hide that the server can send files by itself: the app would then pass a path and not the content.
        extensions = {
            name: value for name, value in (scope.get("extensions") or {}).items() if name != _PATH_SEND
        }
        read = {**scope, "method": "GET", "headers": plain, "extensions": extensions}
        await self._app(read, receive, page.take)

    async def _preview(self, kind: str, name: str, ip: str) -> Preview | None:
        now, key = self._clock(), (current_language(), kind, name)
        known = self._kept.get(key)
        if known and now < known[0]:
            return known[1]
        preview = await self._read[kind](name, ip)
        # Cache only existing pages, so guesses cannot fill the cache.
        if preview:
            self._kept[key] = (now + _KEPT_SECONDS, preview)
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return preview


class _Page:
    """Collects one response, and sends it with the preview if it is a page."""

    def __init__(self, preview: Preview, send: Send, *, zipped: bool, is_head: bool) -> None:
        self._preview = preview
        self._send = send
        self._zipped = zipped
        self._is_head = is_head
        self._start: Message | None = None
        self._body = b""

    async def take(self, message: Message) -> None:
        """Take a message of the app."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        if message["type"] != "http.response.body" or self._start is None:
            await self._send(message)
            return
        self._body += message.get("body", b"")
        if not message.get("more_body", False):
            await self._finish(self._start)

    async def _finish(self, start: Message) -> None:
        headers = MutableHeaders(raw=list(start.get("headers", ())))
        body = self._body
        if start["status"] == 200 and headers.get("content-type", "").startswith("text/html"):
            body = _with_preview(body, self._preview, self._zipped)
            for name in _OF_THE_FILE:
                del headers[name]
            if self._zipped:
                headers["Content-Encoding"] = "gzip"
            headers.add_vary_header("Accept-Encoding")
            headers["Cache-Control"] = "no-cache"
        headers["Content-Length"] = str(len(body))
        await self._send({**start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": b"" if self._is_head else body})


@lru_cache(maxsize=256)
def _with_preview(document: bytes, preview: Preview, zipped: bool) -> bytes:
    """Return the document with the tags of a preview instead of its own."""
    html = _TAGS.sub("", document.decode())
    html = html.replace("</head>", _tags(preview) + "</head>", 1)
    return gzip.compress(html.encode(), 6, mtime=0) if zipped else html.encode()


def _tags(preview: Preview) -> str:
    title, description = escape(preview.title), escape(preview.description)
    properties = {
        "og:type": "website",
        "og:site_name": "WebDev Certs",
        "og:title": title,
        "og:description": description,
        "og:url": escape(preview.url),
        "og:image": escape(preview.image),
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": escape(preview.image_text),
    }
    names = {
        "description": description,
        **({} if preview.indexed else {"robots": "noindex"}),
        "twitter:card": "summary_large_image",
        "twitter:title": title,
        "twitter:description": description,
        "twitter:image": escape(preview.image),
    }
    alternates = "".join(
        f'<link href="{escape(url)}" hreflang="{language}" rel="alternate"/>'
        for language, url in preview.alternates.items()
    )
    return (
        f'<title>{title}</title><link href="{escape(preview.url)}" rel="canonical"/>{alternates}'
        + "".join(f'<meta content="{value}" property="{name}"/>' for name, value in properties.items())
        + "".join(f'<meta content="{value}" name="{name}"/>' for name, value in names.items())
    )
