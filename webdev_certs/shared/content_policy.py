"""Content Security Policies (CSP Level 3), and the hashes that allow inline scripts."""

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser

NOTHING: dict[str, tuple[str, ...]] = {
    "default-src": ("'none'",),
    "base-uri": ("'none'",),
    "form-action": ("'none'",),
    "frame-ancestors": ("'none'",),
}
"""For responses that are not pages: even if a browser shows one as a page, it can load and run nothing."""

_DATA = ("application/ld+json", "application/json")
"""Types of scripts that are data. Browsers run none of them, so no policy applies to them (HTML, §4.12.1)."""


def render(policy: Mapping[str, Iterable[str]]) -> str:
    """Return the value of the header.

    Args:
        policy: Directive → its sources, which may be empty.
    """
    return "; ".join(" ".join((name, *sources)) for name, sources in policy.items())


def script_hashes(html: str) -> list[str]:
    """Return the sources that allow the inline scripts of a document, each once (CSP Level 3 §2.3.1)."""
    parser = _Scripts()
    parser.feed(html)
    parser.close()
    return list(dict.fromkeys(map(_hash, parser.texts)))


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


class _Scripts(HTMLParser):
    """Collects the texts of inline scripts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.texts: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "script" and "src" not in named and named.get("type") not in _DATA:
            self._inside = True
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "script"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts[-1] += data
