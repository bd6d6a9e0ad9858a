"""Name faults of items and technologies, and the texts of an item that they are about."""

import re
from collections.abc import Iterator
from pathlib import Path

from webdev_certs.server.content.bank import Fault, TechnologyBank
from webdev_certs.server.content.format import Item

CHOICE = ("single_choice", "output")
"""Formats with exactly one right option among several."""
_CODE_SPAN = re.compile(r"`[^`]*`")


def fault_of(technology: TechnologyBank, item: Item, message: str, warning: bool = False) -> Fault:
    """Return a fault of one item."""
    return Fault(technology.files.get(item.id, Path(item.topic)), item.id, message, warning)


def fault_of_all(technology: TechnologyBank, message: str, warning: bool = False) -> Fault:
    """Return a fault of a whole technology, reported at its blueprint."""
    return Fault(technology.blueprint_file, "", message, warning)


def texts(item: Item) -> Iterator[tuple[str, str]]:
    """Yield every text of an item that people read, after its place: `stem`, `options.a.explanation`, …"""
    yield "stem", item.stem
    for option in item.options:
        yield f"options.{option.id}.text", option.text
        yield f"options.{option.id}.explanation", option.explanation
    for match in item.matches:
        yield f"matches.{match.id}", match.text
    if item.explanation:
        yield "explanation", item.explanation


def prose(text: str, code: str = " ") -> str:
    """Return the text with each code span replaced by `code`."""
    return _CODE_SPAN.sub(code, text)


def percent(part: int, whole: int) -> str:
    """Return a share in words: "12 of 48 (25%)"."""
    return f"{part} of {whole} ({100 * part / whole:.0f}%)"
