"""Content Security Policies (CSP Level 3), and the hashes by which they allow scripts within a page."""

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
"""For what is no page: even if a browser is made to show it as one, it can do nothing."""


def render(policy: Mapping[str, Iterable[str]]) -> str:
    """The value of the header: directive → its sources; without sources the directive stands alone."""
    return "; ".join(" ".join((name, *sources)) for name, sources in policy.items())


def script_hashes(html: str) -> list[str]:
    """The sources that allow the scripts within a document, each named once (CSP Level 3 §2.3.1)."""
    parser = _Scripts()
    parser.feed(html)
    parser.close()
    return list(dict.fromkeys(map(_hash, parser.texts)))


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


class _Scripts(HTMLParser):
    """Collects the texts of scripts that are not files of their own."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.texts: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script" and not any(name == "src" for name, _ in attrs):
            self._inside = True
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "script"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts[-1] += data
