"""Print figures as JSON lines and tables as Markdown."""

import json
import statistics
from collections.abc import Sequence
from typing import Literal


def show(
    name: str,
    value: float,
    target: float,
    better: Literal["higher", "lower"],
    half_interval: float | None = None,
) -> None:
    """Print a figure. `make bench` writes nothing else to standard output.

    Args:
        name: What was measured.
        value: Its value.
        target: What it should be at least, or at most.
        better: Which of the two.
        half_interval: Half of the 95% interval of a simulated value.
    """
    line = {"name": name, "value": round(value, 3), "target": target, "better": better}
    if half_interval is not None:
        line["half_interval"] = round(half_interval, 3)
    print(json.dumps(line), flush=True)


def ratio(rates: Sequence[tuple[float, float]]) -> float:
    """Return how many times as fast the first was as the second.

    Both were measured in turn, so other load on the machine affected both rates of a pair, and the median of
    the ratios depends little on it.

    Args:
        rates: One pair of rates for each round.
    """
    return statistics.median(first / second for first, second in rates)


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown, its numbers to the right."""
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
