"""From what a form holds to an answer on the wire; needs no state, so a late event still means the same."""

from collections.abc import Sequence

from pydantic import ValidationError

from webdev_certs.schemas.items import ItemResponse

CHOICE, TEXT, LINE, PAIR = "choice", "text", "line", "pair-"
"""Names of the form's controls (components/item.py): one per format family; `pair-<option id>`."""

Entries = Sequence[Sequence[str]]


def read_response(entries: Entries) -> ItemResponse | None:
    """The answer in a form's ordered (name, value) entries, or None while there is none.

    An answer that is only begun (a prompt without a partner) is none yet.
    """
    values: dict[str, list[str]] = {}
    for name, value in entries:
        values.setdefault(name, []).append(value)
    pairs = {name.removeprefix(PAIR): value[0] for name, value in values.items() if name.startswith(PAIR)}
    try:
        if CHOICE in values:
            return ItemResponse(choices=values[CHOICE])
        if TEXT in values:
            return ItemResponse(text=values[TEXT][0])
        if LINE in values:
            return ItemResponse(order=values[LINE])
        return ItemResponse(pairs=pairs) if pairs and all(pairs.values()) else None
    except ValidationError:
        return None


def moved(order: Sequence[str], line: str, by: int) -> list[str]:
    """The order with one line moved up (-1) or down (1); at an end nothing moves."""
    lines = list(order)
    at = lines.index(line)
    to = min(max(at + by, 0), len(lines) - 1)
    lines.insert(to, lines.pop(at))
    return lines
