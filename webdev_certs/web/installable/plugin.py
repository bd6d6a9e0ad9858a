"""Write the manifest, the offline page and the service worker into the built pages."""

import hashlib
import json
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import reflex as rx

from webdev_certs.shared.mark import CHECK, SHIELD
from webdev_certs.shared.translation import (
    LANGUAGES,
    SOURCE_LANGUAGE,
    _,
    current_language,
    in_language,
    language_prefix,
)

_FOLDER = Path(__file__).parent
_OFFLINE = "offline/"
"""The folder of the offline page, a document like those of all pages, so that its script is allowed."""
_ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("icon-maskable-512.png", 512, "maskable"),
)


class Installable(rx.plugins.Plugin):
    """Makes browsers offer to install the product, and shows a page of its own without a connection."""

    def post_build(self, **context: Any) -> None:
        """Write the files of this language; the service worker, which serves all languages, with the English.

        Args:
            **context: Context of Reflex; `static_dir` is the folder of the documents.
        """
        static: Path = context["static_dir"]
        folder = static / language_prefix().strip("/")
        (folder / "manifest.webmanifest").write_text(json.dumps(manifest(), ensure_ascii=False))
        (folder / _OFFLINE).mkdir(exist_ok=True)
        (folder / _OFFLINE / "index.html").write_text(offline_page())
        if current_language() == SOURCE_LANGUAGE:
            (static / "sw.js").write_text(service_worker())


def manifest() -> dict[str, Any]:
    """Return the manifest in the current language (https://www.w3.org/TR/appmanifest/)."""
    prefix = language_prefix()
    return {
        # The same app in all languages.
        "id": "/",
        "name": "WebDev Certs",
        "short_name": "WebDev Certs",
        "description": _("Open-source certifications for web developers. Anyone can verify them."),
        "lang": current_language(),
        "start_url": f"{prefix}/dashboard",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbfcfe",
        "theme_color": "#fbfcfe",
        "categories": ["education"],
        "icons": [
            {"src": f"/{name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in _ICONS
        ],
        "shortcuts": [
            {"name": name, "url": f"{prefix}{path}"}
            for name, path in (
                (_("Practice"), "/dashboard/practice"),
                (_("Certificates"), "/dashboard/my-certificates"),
                (_("Verify a certificate"), "/verify"),
            )
        ],
    }


def offline_page() -> str:
    """Return the offline page in the current language."""
    texts = {
        "title": _("No connection"),
        "text": _(
            "You’re offline, or we can’t reach WebDev Certs right now. This page reloads when "
            "the connection is back."
        ),
        "saved": _("Were you taking a test? Your saved answers are safe. The timer keeps running."),
        "again": _("Try again"),
    }
    return _read("offline.html").substitute(
        {name: escape(text) for name, text in texts.items()},
        language=current_language(),
        shield=SHIELD,
        check=CHECK,
    )


def service_worker() -> str:
    """Return the script of the service worker, which differs if an offline page does."""
    pages: dict[str, str] = {}
    for language in LANGUAGES:
        with in_language(language):
            pages[f"{language_prefix()}/{_OFFLINE}"] = offline_page()
    version = hashlib.sha256("".join(pages.values()).encode()).hexdigest()[:12]
    return _read("service_worker.js").substitute(version=version, pages=json.dumps(list(pages)))


def _read(name: str) -> Template:
    return Template((_FOLDER / name).read_text())
