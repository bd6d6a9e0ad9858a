"""Draw values from a seed: the same on every machine and with every version of Python."""

import hashlib
import hmac
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """A stream of random choices that a seed and a purpose determine.

    Only `random()` of Python's generator gives the same numbers in all versions, so all choices use it.
    """

    def __init__(self, seed: str, purpose: str) -> None:
        """Start a stream.

        Args:
            seed: Kept secret by a deployment: with it every instance can be computed.
            purpose: What is drawn, so that different models do not draw the same.
        """
        digest = hmac.new(seed.encode(), purpose.encode(), hashlib.sha256).digest()
        self._rng = random.Random()
        self._rng.seed(digest, version=2)
        self._used: dict[str, set[object]] = {}

    def one(self, values: Sequence[T]) -> T:
        """Draw one of the values."""
        return values[int(self._rng.random() * len(values))]

    def several(self, values: Sequence[T], number: int) -> list[T]:
        """Draw `number` different values, in random order."""
        left = list(values)
        return [left.pop(int(self._rng.random() * len(left))) for _ in range(number)]

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """Return the values in random order."""
        return self.several(values, len(values))

    def new(self, group: str, values: Sequence[T]) -> T:
        """Draw a value that this stream has not drawn in the group since `start_instance`."""
        used = self._used.setdefault(group, set())
        value = self.one([value for value in values if value not in used] or values)
        used.add(value)
        return value

    def start_instance(self) -> None:
        """Make all values of all groups new again."""
        self._used.clear()
