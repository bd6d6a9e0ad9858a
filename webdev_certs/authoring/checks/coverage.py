"""How many items of each kind a technology has, and whether they are enough."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from webdev_certs.authoring.checks.code import is_plain_javascript
from webdev_certs.authoring.checks.faults import fault_of_all, percent
from webdev_certs.server.content.bank import Fault, TechnologyBank
from webdev_certs.server.content.format import Executed, Item, Pool
from webdev_certs.shared.vocabulary import DIFFICULTIES, ItemFormat

_WITH_MINIMUM: tuple[Pool, ...] = ("certification", "practice")
"""A bank may have no pretest items."""
POOLS: tuple[Pool, ...] = get_args(Pool)
FORMATS: tuple[ItemFormat, ...] = get_args(ItemFormat)


@dataclass(frozen=True)
class Minimum:
    """The least that a technology should have."""

    certification: int = 120
    practice: int = 60
    difficulty: int = 40
    """Items of each difficulty, certification and practice together."""
    topic: int = 6
    """Items of each topic in each pool, with all three difficulties among them."""
    code: float = 0.40
    """The smallest share of items with code."""

    def of_pool(self, pool: Pool) -> int:
        """Return the least number of items in a pool."""
        return self.certification if pool == "certification" else self.practice


WANTED = Minimum()


def check_coverage(
    technology: TechnologyBank, minimum: Minimum = WANTED, strict: bool = False
) -> Iterator[Fault]:
    """Compare the numbers of items with the minimum; too few is a warning, or an error if `strict`."""
    for message in _missing(technology, minimum):
        yield fault_of_all(technology, message, warning=not strict)


def _missing(technology: TechnologyBank, minimum: Minimum) -> Iterator[str]:
    items = [item for item in technology.authored if item.pool in _WITH_MINIMUM]
    pools = Counter(item.pool for item in items)
    for pool in _WITH_MINIMUM:
        if pools[pool] < minimum.of_pool(pool):
            yield f"the {pool} pool has {pools[pool]} items, {minimum.of_pool(pool)} are wanted"
    difficulties = Counter(item.difficulty for item in items)
    for difficulty in DIFFICULTIES:
        if difficulties[difficulty] < minimum.difficulty:
            there = difficulties[difficulty]
            yield f"{there} items are {difficulty}, {minimum.difficulty} are wanted"
    for topic in technology.blueprint.topics:
        yield from _missing_in_topic(technology, topic.id, minimum.topic)
    with_code = sum(item.code is not None for item in items)
    if with_code < minimum.code * len(items):
        yield f"{percent(with_code, len(items))} items have code, {100 * minimum.code:.0f}% are wanted"


def _missing_in_topic(technology: TechnologyBank, topic: str, least: int) -> Iterator[str]:
    for pool in _WITH_MINIMUM:
        there = [item for item in technology.authored if item.topic == topic and item.pool == pool]
        if len(there) < least:
            yield f"topic {topic!r} has {len(there)} {pool} items, {least} are wanted"
        absent = [name for name in DIFFICULTIES if name not in {item.difficulty for item in there}]
        if least and there and absent:
            yield f"topic {topic!r} has no {pool} item that is {' or '.join(absent)}"


@dataclass(frozen=True)
class Row:
    """Items of one topic in one pool."""

    topic: str
    pool: Pool
    difficulties: tuple[int, ...]
    """Beginner, intermediate, advanced."""

    @property
    def total(self) -> int:
        return sum(self.difficulties)


@dataclass(frozen=True)
class Shares:
    """Numbers of items of a technology."""

    items: int
    with_code: int
    executed: int
    plain_javascript: int
    formats: dict[ItemFormat, int]
    models: int
    instances: int


def count_items(technology: TechnologyBank) -> Iterator[Row]:
    """Yield one row for each topic and pool, in the blueprint's order; a row "all" ends each pool.

    A technology without pretest items has no rows of that pool.
    """
    for pool in POOLS:
        of_pool = [item for item in technology.authored if item.pool == pool]
        if pool == "pretest" and not of_pool:
            continue
        for topic in technology.blueprint.topics:
            yield Row(topic.id, pool, _by_difficulty([item for item in of_pool if item.topic == topic.id]))
        yield Row("all", pool, _by_difficulty(of_pool))


def count_kinds(technology: TechnologyBank) -> Shares:
    """Count what the technology's items are made of."""
    items, name = technology.authored, technology.blueprint.technology
    formats = Counter(item.format for item in items)
    return Shares(
        items=len(items),
        with_code=sum(item.code is not None for item in items),
        executed=sum(isinstance(item.evidence, Executed) for item in items),
        plain_javascript=sum(is_plain_javascript(item, name) for item in items),
        formats={name: formats[name] for name in FORMATS},
        models=len(technology.models),
        instances=len(technology.items) - len(items),
    )


def _by_difficulty(items: list[Item]) -> tuple[int, ...]:
    counted = Counter(item.difficulty for item in items)
    return tuple(counted[name] for name in DIFFICULTIES)
