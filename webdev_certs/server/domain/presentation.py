"""How an item is shown to one learner: its options in an order of their own, with the ids "1" to "n".

Answers come in these ids and are stored in the bank's. Both forms are a mapping with exactly one of `choices`
(list of option ids), `text`, `order` (list of all line ids) and `pairs` (prompt id → match id).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from webdev_certs.server.domain.errors import InvalidInput, InvalidInputCode
from webdev_certs.shared.translation import _


def shuffle_options(item_format: str, ids: Sequence[str], key: object, rng: Random) -> list[str]:
    """Return the option ids in random order.

    True always comes before False. The lines of `order_lines` never come in the correct order, because then
    the answer would be correct without a change.

    Args:
        item_format: The item's format, such as `single_choice`.
        ids: The bank's option ids.
        key: The item's key; for `order_lines` all ids in the correct order.
        rng: Source of randomness.
    """
    if item_format == "true_false":
        return sorted(ids, reverse=True)
    order = list(ids)
    rng.shuffle(order)
    if item_format == "order_lines" and isinstance(key, Sequence):
        while order == list(key) and len(order) > 1:
            rng.shuffle(order)
    return order


def shuffle_matches(ids: Sequence[str], rng: Random) -> list[str]:
    """Return the match ids in random order."""
    order = list(ids)
    rng.shuffle(order)
    return order


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
        format: The item's format.
        options: The bank's option ids in the order shown.
        matches: The bank's match ids in the order shown; empty except for `match_pairs`.
    """

    format: str
    options: Sequence[str]
    matches: Sequence[str] = ()

    def to_bank(self, response: Mapping[str, Any]) -> dict[str, Any]:
        """Check that the answer fits the item, and return it in the bank's ids.

        Args:
            response: The answer in shown ids; fields that are None count as absent.

        Raises:
            InvalidInput: With field `response.<field>` where that is known, and one of the codes
                `wrong_response_field` (extra `expected`), `unknown_option`, `unknown_match`,
                `repeated_option`, `one_choice_only`, `order_incomplete`, `pairs_incomplete`.
        """
        expected = _FIELD[self.format]
        given = {field: value for field, value in response.items() if value is not None}
        if set(given) != {expected}:
            raise InvalidInput(
                "wrong_response_field",
                f"The answer to this question has exactly one field: {expected!r}.",
                field="response",
                expected=expected,
            )
        return {expected: self._check(expected, given[expected])}

    def to_shown(self, response: Mapping[str, Any]) -> dict[str, Any]:
        """Return an answer in the bank's ids in the ids that the learner saw."""
        ((field, value),) = response.items()
        option = {bank_id: str(place) for place, bank_id in enumerate(self.options, start=1)}
        match = {bank_id: str(place) for place, bank_id in enumerate(self.matches, start=1)}
        if field == "text":
            return {field: value}
        if field == "pairs":
            return {field: {option[prompt]: match[partner] for prompt, partner in value.items()}}
        shown = [option[bank_id] for bank_id in value]
        return {field: shown if field == "order" else sorted(shown, key=int)}

    def _check(self, field: str, value: Any) -> Any:
        if field == "text":
            return value
        option = _finder(self.options, "unknown_option", _("This option doesn’t exist."), field)
        if field == "pairs":
            match = _finder(self.matches, "unknown_match", _("This match doesn’t exist."), field)
            pairs = {option(prompt): match(partner) for prompt, partner in value.items()}
            if len(pairs) < len(self.options):
                raise _fault("pairs_incomplete", _("Choose a match for every line on the left."), field)
            return pairs
        ids = [option(shown) for shown in value]
        if len(set(ids)) < len(ids):
            raise _fault("repeated_option", _("An option appears twice."), field)
        if field == "order" and len(ids) < len(self.options):
            raise _fault("order_incomplete", _("The order must include every line."), field)
        if field == "choices" and self.format != "multiple_choice" and len(ids) != 1:
            raise _fault("one_choice_only", _("Choose one option."), field)
        # Sorted, because the order in which options were chosen means nothing.
        return ids if field == "order" else sorted(ids)


def _finder(shown: Sequence[str], code: InvalidInputCode, message: str, field: str) -> Callable[[str], str]:
    places = {str(place): bank_id for place, bank_id in enumerate(shown, start=1)}

    def find(place: str) -> str:
        if place not in places:
            raise _fault(code, message, field)
        return places[place]

    return find


def _fault(code: InvalidInputCode, message: str, field: str) -> InvalidInput:
    return InvalidInput(code, message, field=f"response.{field}")
