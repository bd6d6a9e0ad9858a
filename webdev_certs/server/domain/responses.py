"""A learner's answer, between the places shown on a screen (`"1"` to `"n"`) and the bank's own ids.

Both sides use one shape: a mapping with exactly one of `choices` (list of option ids), `text`, `order` (list
of every line id) and `pairs` (prompt id → match id). Only the ids differ.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webdev_certs.server.domain.errors import InvalidInput

_FIELD = {
    "single_choice": "choices",
    "multiple_choice": "choices",
    "true_false": "choices",
    "output": "choices",
    "fill_in": "text",
    "order_lines": "order",
    "match_pairs": "pairs",
}


@dataclass(frozen=True)
class Presentation:
    """How one item is shown to one learner.

    Attributes:
        format: the item's format.
        options: the bank's option ids in the order shown.
        matches: the bank's match ids in the order shown; empty but for `match_pairs`.
    """

    format: str
    options: Sequence[str]
    matches: Sequence[str] = ()

    def to_bank(self, response: Mapping[str, Any]) -> dict[str, Any]:
        """The answer in the bank's ids, once it is one that the item can have.

        Args:
            response: in shown ids; fields that are None count as absent.

        Raises:
            InvalidInput: with field `response.<field>`, where that is known, and one of the codes
                `wrong_response_field` (extra `expected`), `unknown_option`, `unknown_match`,
                `repeated_option`, `one_choice_only`, `order_incomplete`, `pairs_incomplete`.
        """
        expected = _FIELD[self.format]
        given = {field: value for field, value in response.items() if value is not None}
        if set(given) != {expected}:
            raise InvalidInput(
                "wrong_response_field",
                f"This question is answered with {expected!r} alone.",
                field="response",
                expected=expected,
            )
        return {expected: self._check(expected, given[expected])}

    def to_shown(self, response: Mapping[str, Any]) -> dict[str, Any]:
        """The same answer in the ids that the learner saw; `response` is in the bank's ids."""
        ((field, value),) = response.items()
        option = {bank_id: str(place) for place, bank_id in enumerate(self.options, start=1)}
        match = {bank_id: str(place) for place, bank_id in enumerate(self.matches, start=1)}
        if field == "text":
            return {field: value}
        if field == "pairs":
            return {field: {option[prompt]: match[partner] for prompt, partner in value.items()}}
        return {field: [option[bank_id] for bank_id in value]}

    def _check(self, field: str, value: Any) -> Any:
        if field == "text":
            return value
        option = _finder(self.options, "unknown_option", "There is no such option.", field)
        if field == "pairs":
            match = _finder(self.matches, "unknown_match", "There is no such partner.", field)
            pairs = {option(prompt): match(partner) for prompt, partner in value.items()}
            if len(pairs) < len(self.options):
                raise _fault("pairs_incomplete", "Give every line on the left a partner.", field)
            return pairs
        ids = [option(shown) for shown in value]
        if len(set(ids)) < len(ids):
            raise _fault("repeated_option", "An option is named twice.", field)
        if field == "order" and len(ids) < len(self.options):
            raise _fault("order_incomplete", "Every line belongs into the order.", field)
        if field == "choices" and self.format != "multiple_choice" and len(ids) != 1:
            raise _fault("one_choice_only", "Choose one option.", field)
        # The order in which boxes were ticked means nothing; one form makes equal answers equal.
        return ids if field == "order" else sorted(ids)


def _finder(shown: Sequence[str], code: str, message: str, field: str) -> Callable[[str], str]:
    places = {str(place): bank_id for place, bank_id in enumerate(shown, start=1)}

    def find(place: str) -> str:
        if place not in places:
            raise _fault(code, message, field)
        return places[place]

    return find


def _fault(code: str, message: str, field: str) -> InvalidInput:
    return InvalidInput(code, message, field=f"response.{field}")
