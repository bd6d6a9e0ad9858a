"""Choose the items of a practice session, and their order."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Protocol, TypeVar

from webdev_certs.server.domain.adaptive import AdaptiveAttempt, Grid, ItemParameters, Pool, PoolItem, Rules
from webdev_certs.server.domain.families import family_of


class Candidate(Protocol):
    """What choosing items needs to know of an item; `model` is the item model that it is an instance of."""

    @property
    def id(self) -> str: ...
    @property
    def topic(self) -> str: ...
    @property
    def difficulty(self) -> str: ...
    @property
    def model(self) -> str | None: ...


class AdaptiveCandidate(Candidate, Protocol):
    """What choosing items for a learner's ability needs to know as well."""

    @property
    def item_parameters(self) -> ItemParameters: ...
    @property
    def enemies(self) -> Sequence[str]: ...


C = TypeVar("C", bound=Candidate)
A = TypeVar("A", bound=AdaptiveCandidate)


def draw_practice(items: Sequence[C], exposures: Mapping[str, int], length: int, rng: Random) -> list[C]:
    """Draw the items of a practice session: those seen least often, balanced by difficulty, then by topic.

    At most one instance of each item model is drawn.

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


def next_practice_item(
    items: Sequence[A],
    exposures: Mapping[str, int],
    used: Sequence[A],
    ability: Grid,
    rng: Random,
    in_use: Mapping[str, ItemParameters] | None = None,
) -> A | None:
    """Choose the next item of an adaptive practice session, or None if no item is left.

    Of the items that the learner has seen least often, in the topics that this practice session
    has had least often, it is the item with the most information at the learner's ability.

    Args:
        items: The candidates.
        exposures: How often the learner has seen each item, by item id; a missing id means never.
        used: The items so far. Neither they nor their siblings and enemies come again.
        ability: The posterior of the learner's ability.
        rng: Chooses among items that are equally good.
        in_use: Calibrated parameters by id of the family. Items without use their starting parameters.
    """
    models = {item.model for item in used if item.model is not None}
    barred = {item.id for item in used} | {enemy for item in used for enemy in item.enemies}
    used_ids = {item.id for item in used}
    free = [
        item
        for item in one_of_each_model([i for i in items if i.model not in models], exposures, rng)
        if item.id not in barred and used_ids.isdisjoint(item.enemies)
    ]
    if not free:
        return None
    free = _least(free, lambda item: exposures.get(item.id, 0))
    topics = Counter(item.topic for item in used)
    free = _least(free, lambda item: topics[item.topic])
    rng.shuffle(free)
    calibrated = in_use or {}
    pool = Pool(
        [
            PoolItem(item.id, item.topic, calibrated.get(family_of(item.id), item.item_parameters))
            for item in free
        ],
        ability,
    )
    chosen = AdaptiveAttempt(pool, Rules(randomness=0)).choose()
    return None if chosen is None else free[chosen]


def _least(items: Sequence[C], key: Callable[[C], int]) -> list[C]:
    """Return the items with the smallest key."""
    smallest = min(map(key, items))
    return [item for item in items if key(item) == smallest]


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
