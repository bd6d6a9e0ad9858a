"""The fields of an item that the format of another tool cannot hold."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from webdev_certs.server.content.format import Item

Tree = dict[str, Any]
"""An item as an author writes it, perhaps incomplete."""
# Control characters, line ends other than \n, and what XML 1.0 leaves out (section 2.2).
_UNWRITABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True)
class Loss:
    """A field of an item that did not come through; without a field, the whole item."""

    item: str
    field: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.item, self.field, self.message) if part)


@dataclass
class Exported:
    """A file for another tool."""

    data: bytes
    losses: list[Loss] = field(default_factory=list)


@dataclass
class Imported:
    """Items that were read from another tool's file."""

    trees: list[Tree] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)


class Unreadable(Exception):
    """Raised for a file that is not in the format, with the reason."""


NO_VALUE = "left out: a value in it is missing or cannot be read"
"""Of a question whose file lacks what another tool always writes."""


class LeftOut(Exception):
    """Raised for an item that the format cannot hold at all, with the reason."""


def lost_fields(item: Item, held: Iterable[str], format_name: str) -> Iterator[Loss]:
    """Name every field that an item has and the format does not hold.

    Args:
        item: The item.
        held: Names of fields, `explanations` for those of options.
        format_name: In words.
    """
    held = set(held)
    # The pool has a default for items that are stored; in a file it matters.
    content = {**item.model_dump(exclude_defaults=True), "pool": item.pool}
    for name in content:
        if name not in held and name not in ("options", "key", "stem", "format", "id"):
            yield Loss(item.id, name, f"{format_name} has no place for it")
    if "id" not in held:
        yield Loss(item.id, "id", f"{format_name} has no place for it")
    if "explanations" not in held:
        for option in item.options:
            yield Loss(item.id, f"options.{option.id}.explanation", f"{format_name} has no place for it")


def lost_ids(item: Item, names: Sequence[str]) -> Iterator[Loss]:
    """Name the options that come back with another id."""
    for option, name in zip(item.options, names, strict=True):
        if option.id != name:
            yield Loss(item.id, f"options.{option.id}.id", f"comes back as {name!r}")


def writable(
    items: Iterable[Item], write: Callable[[Item], str], losses: list[Loss]
) -> Iterator[tuple[Item, str]]:
    """Yield each item that the format can hold, with its text.

    Args:
        items: The items.
        write: Returns the text of an item, or raises LeftOut.
        losses: Gets what does not come through of the items.
    """
    for each in items:
        item, replaced = without_unwritable(each)
        try:
            text = write(item)
        except LeftOut as reason:
            losses.append(Loss(item.id, "", f"left out: {reason}"))
            continue
        losses += replaced
        yield item, text


def without_unwritable(item: Item) -> tuple[Item, list[Loss]]:
    """Replace characters that text files and XML cannot hold by U+FFFD, and name where they were."""
    losses: list[Loss] = []

    def clean(value: Any, place: str) -> Any:
        if isinstance(value, dict):
            return {name: clean(each, f"{place}.{name}".lstrip(".")) for name, each in value.items()}
        if isinstance(value, list):
            return [clean(each, f"{place}.{at}") for at, each in enumerate(value)]
        if isinstance(value, str) and _UNWRITABLE.search(value):
            losses.append(Loss(item.id, place, "control characters are replaced"))
            return _UNWRITABLE.sub("\ufffd", value)
        return value

    cleaned = clean(item.content(), "")
    return (Item.model_validate(cleaned) if losses else item), losses
