"""Keep the share of attempts that contain an item below a limit.

Source: Revuelta, J. & Ponsoda, V. (1998). A comparison of item exposure control methods in computerized
adaptive testing. Journal of Educational Measurement 35(4), 311–327 – the restricted method.
"""

import numpy as np
from numpy.typing import NDArray


class Exposure:
    """In how many attempts each item of a pool was used so far.

    Attributes:
        counts: Attempts with the item, shape (n,).
        attempts: All attempts.
        families: The number of each item's family, shape (n,); None if every item stands alone.
    """

    __slots__ = ("attempts", "counts", "families")

    def __init__(
        self, counts: NDArray[np.int64], attempts: int, families: NDArray[np.intp] | None = None
    ) -> None:
        self.counts = counts
        self.attempts = attempts
        self.families = families

    @classmethod
    def none(cls, size: int, families: NDArray[np.intp] | None = None) -> "Exposure":
        """Return the exposure of a pool of `size` items that nobody has seen."""
        return cls(np.zeros(size, dtype=np.int64), 0, families)

    def over(self, limit: float) -> NDArray[np.bool_]:
        """Return which items may not be used in one more attempt, shape (n,).

        With that attempt, the share of the item or of its family would be above the limit. One attempt is
        always allowed. As an attempt holds at most one item of a family, the family's share is the sum of its
        items' shares.
        """
        counts = self.counts
        if self.families is not None:
            counts = np.bincount(self.families, weights=counts)[self.families]
        return counts + 1 > max(limit * (self.attempts + 1), 1.0)

    @property
    def rates(self) -> NDArray[np.float64]:
        """The share of attempts with each item, shape (n,)."""
        return self.counts / max(self.attempts, 1)
