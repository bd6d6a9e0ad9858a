"""Print figures as JSON lines."""

import json
import statistics
from collections.abc import Sequence
from typing import Literal


def show(name: str, value: float, target: float, better: Literal["higher", "lower"]) -> None:
    """Print a figure. Nothing else is ever written to standard output."""
    line = {"name": name, "value": round(value, 3), "target": target, "better": better}
    print(json.dumps(line), flush=True)


def ratio(rates: Sequence[tuple[float, float]]) -> float:
    """Return how many times as fast the first was as the second.

    Both were measured in turn, so other load on the machine affected both rates of a pair, and the median of
    the ratios depends little on it.

    Args:
        rates: One pair of rates for each round.
    """
    return statistics.median(first / second for first, second in rates)
