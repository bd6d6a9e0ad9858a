"""The items that an exam can choose from, prepared once so that choosing is fast, and their exposure.

Source: Revuelta, J. & Ponsoda, V. (1998). A comparison of item exposure control methods in computerized
adaptive testing. Journal of Educational Measurement 35(4), 311–327 – the restricted method.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webdev_certs.server.domain.adaptive.estimation import STANDARD, Grid, likelihoods
from webdev_certs.server.domain.adaptive.items import Floats, ItemParameters, Items

Indices = NDArray[np.intp]


@dataclass(frozen=True)
class PoolItem:
    """What choosing needs to know of one item. An item model counts as one item, whatever its instances show.

    Attributes:
        id: The item's id.
        topic: The blueprint's topic id.
        parameters: Its calibrated parameters, or its starting parameters.
        enemies: Ids of items that must not be in the same attempt, for example because one answers the other.
            It is enough if one of two enemies names the other. Unknown ids are ignored.
        scored: False for a pretest item, which is only used at the positions for pretest items.
        withdrawn: True for an item that is no longer chosen. It still counts in attempts that have it.
    """

    id: str
    topic: str
    parameters: ItemParameters
    enemies: Iterable[str] = ()
    scored: bool = True
    withdrawn: bool = False


class Pool:
    """All items of one exam, by index 0 to n − 1. It does not change, so threads and attempts can share it.

    Attributes:
        ids: Item ids, n of them.
        items: Their parameters.
        topics: Topic ids in the order of their first item.
        pretest: The indices of the pretest items that may be chosen.
        barred: The indices of the items that are never chosen for a scored place: pretest and withdrawn ones.
    """

    def __init__(self, items: Sequence[PoolItem], grid: Grid = STANDARD) -> None:
        """Prepare the items.

        Raises:
            ValueError: Two items have the same id, or a parameter is out of range.
        """
        self.ids = tuple(item.id for item in items)
        self._index = {item_id: index for index, item_id in enumerate(self.ids)}
        if len(self._index) < len(items):
            raise ValueError("two items have the same id")
        self.items = Items.of(item.parameters for item in items)
        self.grid = grid
        self.topics = tuple(dict.fromkeys(item.topic for item in items))
        self._topic_of = [item.topic for item in items]
        self._members = _groups(self._topic_of)
        self.pretest = _where(not item.scored and not item.withdrawn for item in items)
        self.barred = _where(not item.scored or item.withdrawn for item in items)
        self._conflicts = _conflicts(items, self._index)
        self._likelihoods: dict[int, Floats] = {}

    def __len__(self) -> int:
        return len(self.ids)

    def index(self, item_id: str) -> int | None:
        """Return an item's index; None if the pool does not have it."""
        return self._index.get(item_id)

    def topic(self, index: int) -> str:
        """Return an item's topic."""
        return self._topic_of[index]

    def members(self, topic: str) -> Indices:
        """Return the indices of a topic's items."""
        return self._members.get(topic, np.empty(0, dtype=np.intp))

    def conflicts(self, index: int) -> Indices:
        """Return the indices that an attempt with this item must not use again: it and its enemies."""
        found = self._conflicts.get(index)
        return np.array([index], dtype=np.intp) if found is None else found

    def likelihood(self, index: int, correct: bool) -> Floats:
        """Return the probability of this answer at each node of the grid, shape (q,).

        It is computed at the first use, because a large pool would need much memory for all of them.
        """
        found = self._likelihoods.get(index)
        if found is None:
            found = self._likelihoods[index] = likelihoods(self.items.take([index]), self.grid)[0]
        return found[1 if correct else 0]


def _where(flags: Iterable[bool]) -> Indices:
    return np.flatnonzero(np.fromiter(flags, dtype=np.bool_))


def _groups(names: Sequence[str]) -> dict[str, Indices]:
    groups: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        groups.setdefault(name, []).append(index)
    return {name: np.array(indices, dtype=np.intp) for name, indices in groups.items()}


def _conflicts(items: Sequence[PoolItem], index: dict[str, int]) -> dict[int, Indices]:
    """Return, for items that have enemies, the indices of themselves and these."""
    together: dict[int, set[int]] = {}
    for place, item in enumerate(items):
        for enemy in item.enemies:
            if (other := index.get(enemy)) is not None:
                together.setdefault(place, {place}).add(other)
                together.setdefault(other, {other}).add(place)
    return {place: np.array(sorted(others), dtype=np.intp) for place, others in together.items()}


class Exposure:
    """In how many attempts each item of a pool was used so far.

    Attributes:
        counts: Attempts with the item, shape (n,).
        attempts: All attempts.
    """

    __slots__ = ("attempts", "counts")

    def __init__(self, counts: NDArray[np.int64], attempts: int) -> None:
        self.counts = counts
        self.attempts = attempts

    @classmethod
    def none(cls, size: int) -> "Exposure":
        """Return the exposure of a pool of `size` items that nobody has seen."""
        return cls(np.zeros(size, dtype=np.int64), 0)

    def copy(self) -> "Exposure":
        """Return the same exposure, to be counted on by itself."""
        return Exposure(self.counts.copy(), self.attempts)

    def over(self, limit: float) -> NDArray[np.bool_]:
        """Return which items may not be used in one more attempt, shape (n,).

        With that attempt, the item's share would be above the limit. One attempt is always allowed.
        """
        return self.counts + 1 > max(limit * (self.attempts + 1), 1.0)

    @property
    def rates(self) -> NDArray[np.float64]:
        """The share of attempts with each item, shape (n,)."""
        return self.counts / max(self.attempts, 1)
