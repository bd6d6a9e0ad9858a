"""Read an answer from the entries of a form, without state, so that late events are read correctly."""

from collections.abc import Sequence

from pydantic import ValidationError

from webdev_certs.schemas.items import ItemResponse

CHANGE = "change"
"""Name of the entry that the page adds: a number that grows with every change of the form."""
CHOICE, TEXT, LINE, PAIR = "choice", "text", "line", "pair-"
"""Names of the form's controls: one for each family of formats; `pair-<option id>`."""
CONTROLS = {"fill_in": TEXT, "order_lines": LINE, "match_pairs": PAIR}
"""Format → its control; all others are choices."""

Entries = Sequence[Sequence[str]]


def read_response(entries: Entries) -> ItemResponse | None:
    """Return the answer in a form's ordered (name, value) entries, or None if it is incomplete.

    For example, a prompt without a match is incomplete.
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


def read_change(entries: Entries) -> int:
    """Return the number of the change that these entries were read after; 0 if they name none."""
    number = next((value for name, value in entries if name == CHANGE), "")
    return int(number) if number.isascii() and number.isdigit() else 0


def moved(order: Sequence[str], line: str, by: int) -> list[str]:
    """Return the order with one line moved up (-1) or down (1), unless it is at that end."""
    lines = list(order)
    at = lines.index(line)
    to = min(max(at + by, 0), len(lines) - 1)
    lines.insert(to, lines.pop(at))
    return lines
