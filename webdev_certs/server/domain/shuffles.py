"""The order in which an item's options, lines and matches are shown; frozen once drawn."""

from collections.abc import Sequence
from random import Random


def shuffle_options(item_format: str, ids: Sequence[str], key: object, rng: Random) -> list[str]:
    """A permutation of the option ids for one learner.

    True comes before False, as everywhere. Lines to be ordered never come in the right order: that would
    give the answer away to whoever changes nothing.

    Args:
        item_format: e.g. `single_choice`.
        ids: the bank's option ids.
        key: the item's key; for `order_lines` every id in the right order.
        rng: source of randomness.
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
    """A permutation of the match ids for one learner."""
    order = list(ids)
    rng.shuffle(order)
    return order
