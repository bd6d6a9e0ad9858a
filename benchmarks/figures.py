"""How a figure is printed: one JSON line."""

import json
import statistics
from collections.abc import Sequence
from typing import Literal


def show(name: str, value: float, target: float, better: Literal["higher", "lower"]) -> None:
    """Prints a figure; nothing else is ever written to standard output."""
    line = {"name": name, "value": round(value, 3), "target": target, "better": better}
    print(json.dumps(line), flush=True)


def ratio(rates: Sequence[tuple[float, float]]) -> float:
    """How many times as fast the first was as the second.

    Both were measured in turn, so each pair had the same neighbours on this machine, and the median pair
    tells most about the product.

    Args:
        rates: pairs of rates, one pair a round.
    """
    return statistics.median(first / second for first, second in rates)
