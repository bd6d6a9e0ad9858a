"""Grade one answer as correct or incorrect (docs/authoring-questions.md)."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.shared.translation import _

# The exponent is limited so that Decimal arithmetic stays within its range.
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)


class Gradable(Protocol):
    """The fields of an item that grading needs."""

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
    """Return whether the whole answer is correct; there is no partial credit.

    Args:
        item: The item with its key.
        response: The answer in the bank's ids, as `presentation.Presentation.to_bank` returns it.
    """
    match item.format:
        case "fill_in" if item.number is not None:
            return _within(response["text"], item.number, item.tolerance)
        case "fill_in":
            given = normalize_text(response["text"], case_sensitive=item.case_sensitive)
            return any(
                given == normalize_text(text, case_sensitive=item.case_sensitive) for text in item.accept
            )
        case "match_pairs":
            return response["pairs"] == item.key
        case "order_lines":
            return response["order"] == list(item.key or ())
        case _:
            return set(response["choices"]) == set(item.key or ())


def check_text(item: Gradable, response: Mapping[str, Any]) -> None:
    """Refuse words in the answer to a numeric item, so that "4 items" is corrected and not graded as wrong.

    Raises:
        InvalidInput: `number_expected`.
    """
    if item.number is not None and parse_number(response["text"]) is None:
        raise InvalidInput(
            "number_expected",
            _("Enter just a number, for example 3 or 2.5."),
            field="response.text",
        )


def normalize_text(text: str, *, case_sensitive: bool) -> str:
    """Return the form in which texts are compared: NFC, single spaces, and case folded unless case counts.

    NFC, because people neither see nor choose how their keyboard composes an accent.
    """
    folded = " ".join(unicodedata.normalize("NFC", text).split())
    return folded if case_sensitive else folded.casefold()


def parse_number(text: str) -> Decimal | None:
    """Return the number written in `text` (`3`, `-0.5`, `1e3`), or None."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    return Decimal(plain) if _NUMBER.fullmatch(plain) else None


def _within(text: str, number: float, tolerance: float) -> bool:
    # Decimal, because 0.4 must be within 0.1 of 0.3, which is false for binary floating-point numbers.
    given = parse_number(text)
    return given is not None and abs(given - Decimal(repr(number))) <= Decimal(repr(tolerance))
