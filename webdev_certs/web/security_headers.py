"""What browsers are told not to do, with every answer: the outermost middleware of the product."""

from functools import lru_cache
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webdev_certs.documents import document_finder
from webdev_certs.web.content_policy import NOTHING, render, script_hashes

_AVATARS = ("https://lh3.googleusercontent.com", "https://avatars.githubusercontent.com")
# https://docs.stripe.com/security/guide#content-security-policy
_STRIPE = "https://js.stripe.com"
_STRIPE_SCRIPTS = (_STRIPE, "https://*.js.stripe.com")
_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_YEAR_SECONDS = 365 * 24 * 3600
_REFUSED_FEATURES = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope"),
    *("magnetometer", "microphone", "midi", "serial", "usb"),
)
_SHELL = "404.html"
"""What is served where there is no page."""


class SecurityHeaders:
    """ASGI middleware around the whole product; what an answer says itself about a header stays."""

    def __init__(self, app: ASGIApp, *, origin: str, pages: Path, stripe: bool = False) -> None:
        """Wraps an app.

        Args:
            app: what answers.
            origin: the product's own, e.g. `https://certs.example`.
            pages: the folder of built pages, whose scripts are allowed.
            stripe: whether pages may load Stripe's script. All of them, because the document that was
                opened first stays when its visitor goes on to pay.
        """
        self._app = app
        self._shell = pages / _SHELL
        self._files = {
            file.parent.relative_to(pages).as_posix().strip("."): file for file in pages.rglob("index.html")
        }
        self._document_of = document_finder(self._files)
        self._headers = _ALWAYS | {"Permissions-Policy": _features(stripe)}
        if origin.startswith("https://"):
            self._headers["Strict-Transport-Security"] = f"max-age={_YEAR_SECONDS}"
        self._page_policy = _page_policy(origin, stripe)
        self._other_policy = render({**NOTHING, "style-src": ("'unsafe-inline'",)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if "content-security-policy" not in headers:
                    is_page = _is_page(scope["path"], message["status"], headers)
                    policy = self._policy_of(scope["path"]) if is_page else self._other_policy
                    headers["Content-Security-Policy"] = policy
            await send(message)

        await self._app(scope, receive, guarded_send)

    def _policy_of(self, path: str) -> str:
        """The policy of the page at a path, with the scripts of the file that was built for it."""
        document = self._document_of(path)
        file = self._shell if document is None else self._files[document]
        try:
            own_scripts = _hashes_of(file, file.stat().st_mtime_ns)
        except FileNotFoundError:
            # Nothing is built, as with `make dev`, where the pages come from elsewhere.
            return render(self._page_policy)
        scripts = (*self._page_policy["script-src"], *own_scripts)
        return render({**self._page_policy, "script-src": scripts})


def _is_page(path: str, status: int, headers: MutableHeaders) -> bool:
    if status == 304:
        # It has no type, and what it says replaces what the browser has kept with the page (RFC 9111 §4.3.4).
        return not path.startswith("/api/")
    return headers.get("content-type", "").startswith("text/html")


@lru_cache(maxsize=256)
def _hashes_of(file: Path, _built_at: int) -> tuple[str, ...]:
    return tuple(script_hashes(file.read_text()))


def _page_policy(origin: str, stripe: bool) -> dict[str, tuple[str, ...]]:
    # The pages speak to the origin that they were built for, under whichever name they were opened, and the
    # sandbox has its script there.
    websocket = origin.replace("http", "ws", 1)
    return {
        "default-src": ("'none'",),
        "script-src": ("'self'", origin, *(_STRIPE_SCRIPTS if stripe else ())),
        # Emotion and React write styles into the page; what styles alone can do needs an injection first.
        "style-src": ("'self'", "'unsafe-inline'"),
        "img-src": ("'self'", "data:", *_AVATARS),
        "font-src": ("'self'",),
        "connect-src": ("'self'", origin, websocket, *(("https://api.stripe.com",) if stripe else ())),
        "frame-src": (*_STRIPE_SCRIPTS, "https://hooks.stripe.com") if stripe else ("'none'",),
        "manifest-src": ("'self'",),
        "base-uri": ("'none'",),
        "form-action": ("'self'",),
        "frame-ancestors": ("'none'",),
        **({"upgrade-insecure-requests": ()} if origin.startswith("https://") else {}),
    }


def _features(stripe: bool) -> str:
    refused = [f"{feature}=()" for feature in _REFUSED_FEATURES]
    return ", ".join([*refused, f'payment=(self "{_STRIPE}")' if stripe else "payment=()"])
