"""The URLs that a sign-in may return to: only the product's pages, because the URL carries the code."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from webdev_certs.sandbox.supabase.context import Config

_PLAIN = re.compile(r"[!-\[\]-~]+")
"""Printable ASCII without the backslash, which browsers treat as a slash but Python's parser does not."""

Origin = tuple[str, str, int | None]


def choose_redirect(config: Config, candidates: Iterable[str]) -> str:
    """Return the first allowed candidate, or the URL of the site."""
    allowed = {_origin(url) for url in (config.site_url, *config.allowed_redirects)} - {None}
    return next((url for url in candidates if _origin(url) in allowed), config.site_url)


def _origin(url: str) -> Origin | None:
    """Return scheme, host and port of an absolute http(s) URL; None if parsers may disagree about it."""
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
