"""Where a screen may send its visitor."""

import re
from urllib.parse import quote, unquote, urlsplit

HOME = "/"
DASHBOARD = "/dashboard"
LOGIN = "/auth/login"
PAYMENT = "/payment"
SUCCESS = "/payment/success"
CANCELED = "/payment/canceled"
PRACTICE_RESULTS = "/practice-results/"
PROFILE = "/dashboard/profile"

_OWN_URL = re.compile(r"/(?![/\\])[^\\\s\x00-\x1f\x7f]*")
# Without empty segments: a browser that resolves `/.//host` is left with the path `//host`.
_OWN_PATH = re.compile(r"(?:/(?!/)[^/\\\s\x00-\x1f\x7f]*)+")


def own_path(url: str | None, default: str = DASHBOARD) -> str:
    r"""The URL if it is a path of our own, else the default.

    Anything a browser could read as another origin is refused, also after one decoding: `//host`, `/\host`,
    `/%2fhost`, `/.//host`, a scheme, control characters and white space.
    """
    if not url or not _OWN_URL.fullmatch(url) or not _OWN_PATH.fullmatch(unquote(urlsplit(url).path)):
        return default
    return url


def last_segment(path: str) -> str:
    """The last part of a path, which on dynamic routes names what is shown, as it stands in the address."""
    return path.rstrip("/").rsplit("/", 1)[-1]


def login_url(attempted: str) -> str:
    """The sign-in page that leads back to the attempted path."""
    return f"{LOGIN}?returnUrl={quote(attempted, safe='')}"


def payment_url(attempted: str, reason: str) -> str:
    """The payment page that says why (`access_required` or `verification_failed`) and leads back."""
    return f"{PAYMENT}?returnUrl={quote(attempted, safe='')}&reason={reason}"
