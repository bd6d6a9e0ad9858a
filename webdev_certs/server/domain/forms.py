"""Which items a learner gets, and in which order they and their parts are shown."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol, TypeVar


class Candidate(Protocol):
    """What a draw needs to know of an item."""

    @property
    def id(self) -> str: ...
    @property
    def topic(self) -> str: ...
    @property
    def difficulty(self) -> str: ...


C = TypeVar("C", bound=Candidate)


def draw_form(
    by_topic: Mapping[str, Sequence[C]], quotas: Mapping[str, int], met: Mapping[str, int], rng: Random
) -> list[C]:
    """Draws one certification form: every topic's quota, difficulties balanced, items in random order.

    Each pick takes the difficulty its topic has used least, then the one the form has used least, so forms
    are alike in difficulty and not only in content. Within a topic and difficulty it takes what the learner
    has met least; among equals all are equally likely, which also spreads their exposure.

    The form is drawn whole at the start. An adaptive test replaces this function by one that takes the same
    pools and quotas and, besides, the items and answers so far, and returns one next item; nothing else in
    the product depends on how items were chosen, as an attempt stores them by position.

    Args:
        by_topic: the bank's items of each topic.
        quotas: how many items each topic gives.
        met: how often the learner has met each item id before; absent means never.
        rng: source of randomness.

    Raises:
        ValueError: a topic has fewer items than its quota.
    """
    form: list[C] = []
    used: Counter[str] = Counter()
    for topic, quota in quotas.items():
        pool = list(by_topic.get(topic, ()))
        if len(pool) < quota:
            raise ValueError(f"topic {topic!r} asks for {quota} items; there are {len(pool)}")
        rng.shuffle(pool)
        in_topic: Counter[str] = Counter()
        for _ in range(quota):
            # `min` takes the first of equals, and the pool is shuffled.
            item = min(pool, key=lambda c: (in_topic[c.difficulty], used[c.difficulty], met.get(c.id, 0)))
            pool.remove(item)
            in_topic[item.difficulty] += 1
            used[item.difficulty] += 1
            form.append(item)
    rng.shuffle(form)
    return form


def draw_practice(items: Sequence[C], met: Mapping[str, int], length: int, rng: Random) -> list[C]:
    """Draws a round of practice: items met least first; among equals difficulties, then topics, even out.

    Args:
        items: what may be drawn.
        met: how often the learner has met each item id before; absent means never.
        length: how many to draw; fewer come back when there are fewer items.
        rng: source of randomness.
    """
    pool = list(items)
    rng.shuffle(pool)
    difficulties: Counter[str] = Counter()
    topics: Counter[str] = Counter()
    drawn: list[C] = []
    for _ in range(min(length, len(pool))):
        item = min(pool, key=lambda c: (met.get(c.id, 0), difficulties[c.difficulty], topics[c.topic]))
        pool.remove(item)
        difficulties[item.difficulty] += 1
        topics[item.topic] += 1
        drawn.append(item)
    # The greedy order repeats beginner, intermediate, advanced; the round should not.
    rng.shuffle(drawn)
    return drawn
