"""Adds security headers to every response."""

from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webdev_certs.shared.content_policy import NOTHING, render, script_hashes
from webdev_certs.shared.translation import language_prefix
from webdev_certs.web.front_door import HASHED_FILES, document_finder
from webdev_certs.web.languages import page_language

_AVATARS = ("https://lh3.googleusercontent.com", "https://avatars.githubusercontent.com")
# https://docs.stripe.com/security/guide#content-security-policy
_STRIPE = "https://js.stripe.com"
_STRIPE_SCRIPTS = (_STRIPE, "https://*.js.stripe.com")
_NO_DOCUMENTS = ("text/javascript", "text/css", "font/")
"""Content types of what browsers load for a page and never show as one."""
_ALWAYS = {"X-Content-Type-Options": "nosniff"}
_OF_DOCUMENTS = {
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_YEAR_SECONDS = 365 * 24 * 3600
_REFUSED_FEATURES = (
    *("accelerometer", "display-capture", "geolocation", "gyroscope"),
    *("magnetometer", "microphone", "midi", "serial", "usb"),
)
_SHELL = "404.html"
"""The file that is served for unknown paths."""


class SecurityHeaders:
    """ASGI middleware that adds security headers, except those that a response already has.

    Scripts, styles and fonts get only those that concern them. A page loads about ten of these files, and the
    other headers would be longer than the smallest of them.
    """

    def __init__(
        self, app: ASGIApp, *, origin: str, pages: Path, stripe: bool = False, stripe_script: str = ""
    ) -> None:
        """Wrap an app.

        Args:
            app: The app.
            origin: Origin of the product, such as `https://certs.example`.
            pages: Folder of the built pages, whose inline scripts are allowed.
            stripe: Whether pages may load Stripe's script. This applies to all pages: the payment page keeps
                the policy of the page that the user opened first.
            stripe_script: URL of Stripe's script, if it is not on Stripe's own hosts.
        """
        self._app = app
        self._pages = pages
        self._document_of = document_finder(
            file.parent.relative_to(pages).as_posix().strip(".") for file in pages.rglob("index.html")
        )
        self._always = dict(_ALWAYS)
        if origin.startswith("https://"):
            self._always["Strict-Transport-Security"] = f"max-age={_YEAR_SECONDS}"
        self._of_documents = {**self._always, **_OF_DOCUMENTS, "Permissions-Policy": _features(stripe)}
        self._page_policy = _page_policy(origin, _script_sources(stripe_script) if stripe else ())
        self._other_policy = render({**NOTHING, "style-src": ("'unsafe-inline'",)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add_headers(scope, message["status"], MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, guarded_send)

    def _add_headers(self, scope: Scope, status: int, headers: MutableHeaders) -> None:
        is_document = _is_document(scope["path"], status, headers)
        for name, value in (self._of_documents if is_document else self._always).items():
            headers.setdefault(name, value)
        if is_document and "content-security-policy" not in headers:
            is_page = _is_page(scope["path"], status, headers)
            headers["Content-Security-Policy"] = self._policy_of(scope) if is_page else self._other_policy

    def _policy_of(self, scope: Scope) -> str:
        """Return the policy of the page at a path, which allows the inline scripts of its built file."""
        document = self._document_of(language_prefix(page_language(scope)) + scope["path"])
        file = self._pages / (_SHELL if document is None else Path(document, "index.html"))
        try:
            own_scripts = _hashes_of(file, file.stat().st_mtime_ns)
        except FileNotFoundError:
            # No pages are built here during `make dev`, where another server serves them.
            return render(self._page_policy)
        scripts = (*self._page_policy["script-src"], *own_scripts)
        return render({**self._page_policy, "script-src": scripts})


def _is_document(path: str, status: int, headers: MutableHeaders) -> bool:
    if status == 304:
        # A 304 has no content type, as in `_is_page`.
        return not path.startswith(HASHED_FILES)
    return not headers.get("content-type", "").startswith(_NO_DOCUMENTS)


def _is_page(path: str, status: int, headers: MutableHeaders) -> bool:
    if status == 304:
        # A 304 has no content type, and its headers replace those of the cached page (RFC 9111 §4.3.4).
        return not path.startswith("/api/")
    return headers.get("content-type", "").startswith("text/html")


@lru_cache(maxsize=256)
def _hashes_of(file: Path, _built_at: int) -> tuple[str, ...]:
    return tuple(script_hashes(file.read_text()))


def _script_sources(url: str) -> tuple[str, ...]:
    """Return the origins of Stripe's script: Stripe's own, and that of a URL."""
    parts = urlsplit(url)
    own = f"{parts.scheme}://{parts.netloc}"
    return _STRIPE_SCRIPTS if not url or own == _STRIPE else (*_STRIPE_SCRIPTS, own)


def _page_policy(origin: str, stripe: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    # Pages call the origin that they were built for, even if they were opened under another name. The
    # sandbox's script is there too.
    # `stripe` holds the origins of Stripe's script; without them nothing of Stripe's is allowed.
    websocket = origin.replace("http", "ws", 1)
    return {
        "default-src": ("'none'",),
        "script-src": ("'self'", origin, *stripe),
        # Emotion and React write inline styles. Styles can do harm only if somebody injects HTML first.
        "style-src": ("'self'", "'unsafe-inline'"),
        "img-src": ("'self'", "data:", *_AVATARS),
        "font-src": ("'self'",),
        "connect-src": ("'self'", origin, websocket, *(("https://api.stripe.com",) if stripe else ())),
        "frame-src": (*stripe, "https://hooks.stripe.com") if stripe else ("'none'",),
        "manifest-src": ("'self'",),
        "worker-src": ("'self'",),
        "base-uri": ("'none'",),
        "form-action": ("'self'",),
        "frame-ancestors": ("'none'",),
        **({"upgrade-insecure-requests": ()} if origin.startswith("https://") else {}),
    }


def _features(stripe: bool) -> str:
    # All pages allow the camera: the verification page scans QR codes with it, and the router opens that page
    # within the document that the browser has loaded first.
    refused = [*(f"{feature}=()" for feature in _REFUSED_FEATURES), "camera=(self)"]
    return ", ".join([*refused, f'payment=(self "{_STRIPE}")' if stripe else "payment=()"])
