"""Prints the texts on pages that would be the same in every language, as JSON: path → texts.

It runs in a process of its own, because pages and components make their texts when they are imported. All
messages and all long texts get a mark first, so a text without a mark is neither. PAGES_LANGUAGE must not be
English, whose objectives are in the blueprints.
"""

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

from webdev_certs.shared import texts, translation

_MARK = "⟦"
_read_text = texts.read_text
# Props whose values nobody reads.
_SILENT = re.compile(
    r'^"?(?:\w*[cC]lassName|class|id|href|to|src|key|type|name|value|default|on[A-Z]|css|style|d|viewBox|fill|stroke|html|rel|target'
    r"|auto|input|enter|aria-?(?:controls|labelledby|describedby|current|live|hidden|owns|haspopup|orientation)"
    r"|role|htmlFor|for|lang|hrefLang|data|pop|width|height|cx|cy|r|x|y|points|transform|accept|method|prefix"
    r"|library|tag|script|publishable|render|form|control|level|scope|slot|custom|attrs|loading|decoding|pattern)"
)
_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
_WORDS = re.compile(r"[A-Za-z]{2,} +[A-Za-z]{2,}|^[A-Z][a-z]{2,}")
_CODE = re.compile(r"^[a-z_]+$|[_.]{1}[a-z_]+|=>|^/|^\w+://|[;{}]|^#")
_CLASS_NAMES = re.compile(r"[^A-Z]*\b[a-z]+-[a-z0-9\[][^A-Z]*")


def _marked(message: str) -> str:
    # A value that is a var splits the message, and each part needs a mark.
    return _MARK + message.replace("}", "}" + _MARK)


class _Marked(NullTranslations):
    def gettext(self, message: str) -> str:
        return _marked(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _marked(msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return _marked(message)


def _marked_section(section: Any) -> Any:
    """Mark each paragraph and each entry of a list of a long text."""
    return replace(
        section,
        heading=_MARK + section.heading,
        parts=tuple("\n".join(map(_marked_line, part.splitlines())) for part in section.parts),
        sections=tuple(map(_marked_section, section.sections)),
    )


def _marked_line(line: str) -> str:
    return f"- {_MARK}{line[2:]}" if line.startswith("- ") else _MARK + line


def _marked_text(*args: Any) -> Any:
    text = _marked_section(_read_text(*args))
    metadata = {
        name: value if name in ("updated", "binding_language") else _MARK + value
        for name, value in text.metadata.items()
    }
    return replace(text, metadata=metadata)


def _texts(part: Any, name: str = "") -> Iterator[str]:
    """Yield what people read in what a component renders."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key not in ("name", "special_props", "autofocus"):
                yield from _texts(value, key)
    elif isinstance(part, (list, tuple)):
        for one in part:
            yield from _texts(one, name)
    elif isinstance(part, str):
        if name == "props":
            prop, _colon, part = part.partition(":")
            if _SILENT.match(prop):
                return
        for found in _LITERAL.finditer(part):
            yield codecs.decode(found[1], "unicode_escape") if "\\" in found[1] else found[1]


def _unmarked(component: Any) -> list[str]:
    found = {text.strip() for text in _texts(component.render()) if _MARK not in text}
    read = (text for text in found if not _CODE.search(text) and not _CLASS_NAMES.fullmatch(text))
    return sorted(text for text in read if _WORDS.search(text))


def main() -> None:
    """Print the texts."""
    translation.translations_of = lambda _language: _Marked()  # pyright: ignore[reportAttributeAccessIssue]
    texts.read_text = _marked_text
    from webdev_certs.ui.pages import root, routes
    from webdev_certs.ui.pages.add_pages import not_found

    pages = {route.path: route.component for route in routes.ROUTES} | {"404": not_found}
    found = {path: _unmarked(page()) for path, page in pages.items()}
    for route in routes.ROUTES:
        found[route.path] += [t for t in (route.name, route.description) if t and _MARK not in t]
    wraps = root.app_wraps().values()
    found["around every page"] = [text for wrap in wraps for text in _unmarked(wrap(True))]
    print(json.dumps({path: texts for path, texts in found.items() if texts}, ensure_ascii=False))


if __name__ == "__main__":
    main()
