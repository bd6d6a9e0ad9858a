"""Choose the items of a practice session, and their order."""

from collections import Counter, defaultdict
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
    @property
    def model(self) -> str | None: ...


C = TypeVar("C", bound=Candidate)


def draw_practice(items: Sequence[C], exposures: Mapping[str, int], length: int, rng: Random) -> list[C]:
    """Draw the items of a practice session: those seen least often, balanced by difficulty, then by topic.

    Args:
        items: The candidates.
        exposures: How often the learner has seen each item, by item id; a missing id means never.
        length: How many to draw; all if there are fewer.
        rng: Source of randomness.
    """
    pool = one_of_each_model(items, exposures, rng)
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


def one_of_each_model(items: Sequence[C], exposures: Mapping[str, int], rng: Random) -> list[C]:
    """Keep one instance of each item model, of those seen least often, and all other items.

    Instances of a model ask the same in other words, so that one answers the others.

    Args:
        items: The candidates.
        exposures: How often the learner has seen each item, by item id.
        rng: Chooses among instances that were seen equally often.
    """
    instances: defaultdict[str, list[C]] = defaultdict(list)
    kept: list[C] = []
    for item in items:
        (kept if item.model is None else instances[item.model]).append(item)
    for family in instances.values():
        rng.shuffle(family)
        kept.append(min(family, key=lambda item: exposures.get(item.id, 0)))
    return kept
