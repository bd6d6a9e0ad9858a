"""Build plugin: puts structured data for search engines into the documents.

It belongs to the documents alone: scripts never read it, so the code of the pages stays small.
"""

import json
from collections.abc import Mapping
from typing import Any

import reflex as rx

from webdev_certs.shared.translation import language_prefix

CONTEXT = "structured_data"
"""The entry in a page's context that has its data, as JSON-LD (https://www.w3.org/TR/json-ld11/)."""


class StructuredData(rx.plugins.Plugin):
    """Writes the data of each page that has some into the head of its document."""

    _data: Mapping[str, Any] = {}
    """Route → its data."""

    def pre_compile(self, **context: Any) -> None:
        """Read the data of the pages.

        Args:
            **context: Context of Reflex, with `unevaluated_pages`.
        """
        self._data = {
            page.route: page.context[CONTEXT]
            for page in context["unevaluated_pages"]
            if page.context.get(CONTEXT)
        }

    def post_build(self, **context: Any) -> None:
        """Write the data.

        Args:
            **context: Context of Reflex; `static_dir` is the folder of the documents.
        """
        for route, data in self._data.items():
            folder = (
                context["static_dir"] / language_prefix().strip("/") / ("" if route == "index" else route)
            )
            document = folder / "index.html"
            html = document.read_text()
            document.write_text(html.replace("</head>", f"{_script(data)}</head>", 1))


def _script(data: Any) -> str:
    # A script ends at the first "</script", also inside a JSON string.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>'
