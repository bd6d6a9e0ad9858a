"""Count actions and their failures, and measure how long they took."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from hdrh.histogram import HdrHistogram

from benchmarks.figures import markdown

_SHORTEST, _LONGEST, _DIGITS = 1, 600_000_000, 3
"""Microseconds, and the significant digits."""
_PERCENTILES = (50, 90, 99, 99.9)


class Failed(Exception):
    """An action went wrong in a way that its learner sees; the message says what they see, in a few words."""


class Measurements:
    """What happened during a run."""

    def __init__(self) -> None:
        self._durations: defaultdict[str, HdrHistogram] = defaultdict(
            lambda: HdrHistogram(_SHORTEST, _LONGEST, _DIGITS)
        )
        self.failures: Counter[tuple[str, str]] = Counter()
        """(action, what the learner saw) → how often."""
        self.counts: Counter[str] = Counter()
        """What else happened, such as connections that were lost → how often."""

    def record(self, action: str, seconds: float) -> None:
        """Record an action that has succeeded, with the time since it was due."""
        self._durations[action].record_value(round(min(seconds * 1e6, _LONGEST)))

    def fail(self, action: str, seen: str) -> None:
        """Record an action that has failed."""
        self.failures[action, seen] += 1

    def forget(self) -> None:
        """Forget everything so far, such as a beginning in which all start at once."""
        self._durations.clear()
        self.failures.clear()
        self.counts.clear()

    def done(self, action: str) -> int:
        """Return how many actions of a kind have succeeded."""
        return self._durations[action].get_total_count() if action in self._durations else 0

    def percentile(self, action: str, percent: float) -> float:
        """Return the time in seconds within which so many percent of the actions succeeded."""
        return self._durations[action].get_value_at_percentile(percent) / 1e6

    def table(self) -> str:
        """Return counts and milliseconds by action as Markdown."""
        header = ["Action", "Done", "Failed", *(f"p{percent:g}" for percent in _PERCENTILES), "max"]
        return markdown(header, list(self._rows()))

    def _rows(self) -> Iterator[list[str]]:
        actions = {*self._durations, *(action for action, _ in self.failures)}
        for action in sorted(actions):
            failed = sum(times for (name, _), times in self.failures.items() if name == action)
            row = [action, f"{self.done(action):,}", str(failed)]
            if action in self._durations:
                times = [self.percentile(action, percent) for percent in (*_PERCENTILES, 100)]
                yield [*row, *(f"{1000 * seconds:,.0f}" for seconds in times)]
            else:
                yield [*row, *["–"] * (len(_PERCENTILES) + 1)]

    def others(self) -> str:
        """Return the kinds of failures and the other counts as Markdown."""
        seen = [[f"{action}: {kind}", str(times)] for (action, kind), times in sorted(self.failures.items())]
        rest = [[name, f"{times:,}"] for name, times in sorted(self.counts.items())]
        return markdown(["What else was counted", "Times"], [*rest, *seen])
