"""Choose the items of a practice session, and their order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol, TypeVar


class Candidate(Protocol):
    """What choosing items needs to know of an item."""

    @property
    def id(self) -> str: ...
    @property
    def topic(self) -> str: ...
    @property
    def difficulty(self) -> str: ...


C = TypeVar("C", bound=Candidate)


def draw_practice(items: Sequence[C], exposures: Mapping[str, int], length: int, rng: Random) -> list[C]:
    """Draw the items of a practice session: those seen least often, balanced by difficulty, then by topic.

    Args:
        items: The candidates.
        exposures: How often the learner has seen each item, by item id; a missing id means never.
        length: How many to draw; all if there are fewer.
        rng: Source of randomness.
    """
    pool = list(items)
    rng.shuffle(pool)
    difficulties: Counter[str] = Counter()
    topics: Counter[str] = Counter()
    drawn: list[C] = []
    for _ in range(min(length, len(pool))):
        item = min(pool, key=lambda c: (exposures.get(c.id, 0), difficulties[c.difficulty], topics[c.topic]))
        pool.remove(item)
        difficulties[item.difficulty] += 1
        topics[item.topic] += 1
        drawn.append(item)
    # Without this the difficulties would repeat in a fixed order.
    rng.shuffle(drawn)
    return drawn
