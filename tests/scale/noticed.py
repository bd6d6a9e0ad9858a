"""What learners notice of faults."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from benchmarks.figures import markdown
from benchmarks.load.measurements import Measurements

UNDISTURBED = "nothing"
_WAITED_FOR = ("save an answer", "next question", "step in practice")


class Noticed(Measurements):
    """Measurements that also know during which fault they were made.

    Attributes:
        fault: What is happening now.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fault = UNDISTURBED
        self._times: Counter[str] = Counter()
        self._done: Counter[str] = Counter()
        self._longest: defaultdict[str, float] = defaultdict(float)
        self._seen: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def begin(self, fault: str) -> None:
        """Note that a fault begins."""
        self.fault = fault
        self._times[fault] += 1

    def record(self, action: str, seconds: float) -> None:
        super().record(action, seconds)
        if action in _WAITED_FOR:
            self._done[self.fault] += 1
            self._longest[self.fault] = max(self._longest[self.fault], seconds)

    def fail(self, action: str, seen: str) -> None:
        super().fail(action, seen)
        self._seen[self.fault][f"{action}: {seen}"] += 1
        print(f"{time.strftime('%X')} {action}: {seen}", flush=True)

    def unexpected(self) -> list[str]:
        """Return the failures that learners should not have seen.

        Without the database, calls are refused with the advice to try again. Answers to tests are saved all
        the same, because the pages send them again.
        """
        return [
            f"{fault}: {seen}"
            for fault, kinds in self._seen.items()
            for seen in kinds
            if not fault.startswith("PostgreSQL") or seen.startswith("save an answer")
        ]

    def faults(self, *only: str) -> str:
        """Return a table of these faults, or of all, as Markdown."""
        header = ["Fault", "Times", "Answers and questions meanwhile", "Longest wait (s)", "Failures seen"]
        return markdown(header, list(self._rows_of_faults(only or (UNDISTURBED, *self._times))))

    def _rows_of_faults(self, faults: Sequence[str]) -> Iterator[list[str]]:
        for fault in faults:
            seen = "; ".join(f"{times} × {kind}" for kind, times in self._seen[fault].items())
            times = str(self._times[fault]) if fault in self._times else "–"
            yield [fault, times, f"{self._done[fault]:,}", f"{self._longest[fault]:.1f}", seen or "0"]
