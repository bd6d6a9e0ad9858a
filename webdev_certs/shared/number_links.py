"""Certificate numbers in what people paste: links to their pages, and lists."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_PAGES = re.compile("/verify/", re.IGNORECASE)
_NUMBER_AND_MORE = re.compile("WDC[^/?#]*[/?#]", re.IGNORECASE)
"""A number with what follows it in a link."""
_DASH = r"[\s\-\u2010-\u2015]*"
_NUMBER = re.compile(
    rf"(?<!\w)WDC{_DASH}[A-Z]{{2}}{_DASH}\w{{4}}{_DASH}\w{{4}}{_DASH}\w(?!\w)", re.IGNORECASE | re.ASCII
)
"""What has as many characters as a number."""
_CELLS = re.compile(r"[,;\t|]|\s(?=WDC)", re.IGNORECASE)
_BEGINNING = re.compile(r"\W*(WDC.*)", re.IGNORECASE | re.DOTALL)
_MAX_TYPED = 80


class ListedNumber(NamedTuple):
    """A number in a list, as it is written there."""

    line: int
    typed: str
    is_number: bool
    """Whether it begins like a number. If not, it is a whole line without any."""


def number_in(text: str) -> str:
    """Return the number in a text: a number, a link to its page, or the end of such a link.

    Anything else is returned as it is, so that it can be corrected.
    """
    *before, last = _PAGES.split(text.strip())
    return re.split("[/?#]", last)[0] if before or _NUMBER_AND_MORE.match(last) else last


def numbers_in_list(text: str) -> Iterator[ListedNumber]:
    """Yield the numbers in lines of text, or in the cells of a CSV file; other cells are ignored.

    A first line without numbers and digits is the head of a table if other lines follow.
    """
    lines = [(place, line.strip()) for place, line in enumerate(text.splitlines(), 1)]
    filled = [(place, line) for place, line in lines if line.strip("\ufeff ,;\t\"'|")]
    for index, (place, line) in enumerate(filled):
        found = [number for cell in _CELLS.split(line) for number in _numbers_in_cell(cell)]
        if found:
            yield from (ListedNumber(place, number[:_MAX_TYPED], True) for number in found)
        elif index or len(filled) == 1 or re.search(r"\d", line):
            yield ListedNumber(place, line[:_MAX_TYPED], False)


def _numbers_in_cell(cell: str) -> list[str]:
    cell = number_in(cell.strip("\ufeff \"'"))
    whole = [found[0] for found in _NUMBER.finditer(cell)]
    beginning = _BEGINNING.fullmatch(cell)
    return whole or ([beginning[1].strip()] if beginning else [])
