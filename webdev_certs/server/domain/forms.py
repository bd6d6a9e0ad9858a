"""Choose the items of an attempt or a practice session, and their order."""

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


def draw_form(
    by_topic: Mapping[str, Sequence[C]], quotas: Mapping[str, int], exposures: Mapping[str, int], rng: Random
) -> list[C]:
    """Draw a form: the quota of every topic, with balanced difficulties, in random order.

    Each pick takes the difficulty that its topic has used least, then the one that the form has used least,
    so that forms are alike in difficulty and not only in content. Within a topic and difficulty it takes the
    item that the learner has seen least often. Equal candidates are equally likely, which spreads exposure.

    The whole form is drawn when the attempt starts. An adaptive exam would replace this function by one that
    also takes the answers so far and returns the next item. Nothing else depends on how items are chosen,
    because an attempt stores them by position.

    Args:
        by_topic: The bank's items of each topic.
        quotas: How many items to draw from each topic.
        exposures: How often the learner has seen each item, by item id; a missing id means never.
        rng: Source of randomness.

    Raises:
        ValueError: A topic has fewer items than its quota.
    """
    form: list[C] = []
    used: Counter[str] = Counter()
    for topic, quota in quotas.items():
        pool = one_of_each_model(by_topic.get(topic, ()), exposures, rng)
        if len(pool) < quota:
            raise ValueError(f"topic {topic!r} asks for {quota} items; there are {len(pool)}")
        rng.shuffle(pool)
        in_topic: Counter[str] = Counter()
        for _ in range(quota):
            # `min` takes the first of equal items, which is a random one because the pool is shuffled.
            item = min(
                pool, key=lambda c: (in_topic[c.difficulty], used[c.difficulty], exposures.get(c.id, 0))
            )
            pool.remove(item)
            in_topic[item.difficulty] += 1
            used[item.difficulty] += 1
            form.append(item)
    rng.shuffle(form)
    return form


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
