"""Right or wrong: dichotomous grading of one answer in the bank's ids (docs/authoring-questions.md)."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

from webdev_certs.server.domain.errors import InvalidInput

# A bounded exponent keeps Decimal arithmetic within its range.
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)


class Gradable(Protocol):
    """What grading needs to know of an item."""

    @property
    def format(self) -> str: ...
    @property
    def key(self) -> Sequence[str] | Mapping[str, str] | None: ...
    @property
    def accept(self) -> Sequence[str]: ...
    @property
    def number(self) -> float | None: ...
    @property
    def tolerance(self) -> float: ...
    @property
    def case_sensitive(self) -> bool: ...


def grade(item: Gradable, response: Mapping[str, Any]) -> bool:
    """Whether the answer is right as a whole; there is no partial credit.

    Args:
        item: with its key.
        response: in the bank's ids, as `responses.Presentation.to_bank` returns it.
    """
    match item.format:
        case "fill_in" if item.number is not None:
            return _within(response["text"], item.number, item.tolerance)
        case "fill_in":
            given = normalise_text(response["text"], case_sensitive=item.case_sensitive)
            return any(
                given == normalise_text(text, case_sensitive=item.case_sensitive) for text in item.accept
            )
        case "match_pairs":
            return response["pairs"] == item.key
        case "order_lines":
            return response["order"] == list(item.key or ())
        case _:
            return set(response["choices"]) == set(item.key or ())


def check_text(item: Gradable, response: Mapping[str, Any]) -> None:
    """Refuses words where a number is asked for, so that "4 items" costs no one a mark.

    Raises:
        InvalidInput: `number_expected`.
    """
    if item.number is not None and parse_number(response["text"]) is None:
        raise InvalidInput(
            "number_expected",
            "Answer with a number alone, with a point before decimals.",
            field="response.text",
        )


def normalise_text(text: str, *, case_sensitive: bool) -> str:
    """The form in which texts are compared: trimmed, white space folded, NFC, without case unless it counts.

    NFC because people cannot see, nor choose, how their keyboard composes an accent.
    """
    folded = " ".join(unicodedata.normalize("NFC", text).split())
    return folded if case_sensitive else folded.casefold()


def parse_number(text: str) -> Decimal | None:
    """The number written in `text` (`3`, `-0.5`, `1e3`), or None."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    return Decimal(plain) if _NUMBER.fullmatch(plain) else None


def _within(text: str, number: float, tolerance: float) -> bool:
    # Decimal, as 0.4 must be within 0.1 of 0.3, which it is not in binary.
    given = parse_number(text)
    return given is not None and abs(given - Decimal(repr(number))) <= Decimal(repr(tolerance))
