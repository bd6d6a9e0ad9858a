"""Shuffle the options, lines and matches of an item for one learner."""

from collections.abc import Sequence
from random import Random


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
