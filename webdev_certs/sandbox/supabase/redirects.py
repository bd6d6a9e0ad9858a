"""Where a sign-in may return to: our own pages. Anything else would hand the code to a stranger."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from webdev_certs.sandbox.supabase.context import Config

_PLAIN = re.compile(r"[!-\[\]-~]+")
"""Printable ASCII without the backslash, which browsers read as a slash and parsers here do not."""

Origin = tuple[str, str, int | None]


def choose_redirect(config: Config, candidates: Iterable[str]) -> str:
    """The first candidate that is allowed, else the site's own address."""
    allowed = {_origin(url) for url in (config.site_url, *config.allowed_redirects)} - {None}
    return next((url for url in candidates if _origin(url) in allowed), config.site_url)


def _origin(url: str) -> Origin | None:
    """Scheme, host and port of an absolute http(s) address that every reader understands alike."""
    if not _PLAIN.fullmatch(url):
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        return None
    return parts.scheme, parts.hostname, port
