"""How many items of each kind a technology has, and whether they are enough."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from webdev_certs.authoring.checks.code import is_plain_javascript
from webdev_certs.authoring.checks.faults import fault_of_all, percent
from webdev_certs.server.content.bank import Fault, TechnologyBank
from webdev_certs.server.content.blueprint import Topic
from webdev_certs.server.content.format import Executed, Item, Pool
from webdev_certs.shared.vocabulary import DIFFICULTIES, ItemFormat

POOLS: tuple[Pool, ...] = get_args(Pool)
FORMATS: tuple[ItemFormat, ...] = get_args(ItemFormat)
LEAST: dict[Pool, int] = {"certification": 120, "practice": 60}
"""Items that a technology should have in each pool. It may have no pretest items."""
LEAST_OF_DIFFICULTY = 40
"""Items of each difficulty, certification and practice together."""
LEAST_OF_TOPIC = 6
"""Items of each topic in each pool, with all three difficulties among them."""
LEAST_WITH_CODE = 0.40
"""The smallest share of items with code."""
LEAST_MODELS = 5


def check_coverage(technology: TechnologyBank, strict: bool = False) -> Iterator[Fault]:
    """Name everything that a technology lacks in one fault: a warning, or an error if `strict`.

    The product needs less: as many certification items of each topic as an exam takes, which loading the bank
    makes sure of.
    """
    if lacking := list(_lacking(technology)):
        message = f"has too few items: {'; '.join(lacking)}"
        yield fault_of_all(technology, message, warning=not strict)


def _lacking(technology: TechnologyBank) -> Iterator[str]:
    items = [item for item in technology.authored if item.pool in LEAST]
    pools = Counter(item.pool for item in items)
    for pool, least in LEAST.items():
        if pools[pool] < least:
            yield f"the {pool} pool has {pools[pool]} items, {least} are wanted"
    difficulties = Counter(item.difficulty for item in items)
    for difficulty in DIFFICULTIES:
        if (number := difficulties[difficulty]) < LEAST_OF_DIFFICULTY:
            yield f"{number} items are {difficulty}, {LEAST_OF_DIFFICULTY} are wanted"
    for topic in technology.blueprint.topics:
        yield from _lacking_in_topic(items, topic)
    with_code = sum(item.code is not None for item in items)
    if with_code < LEAST_WITH_CODE * len(items):
        yield f"{percent(with_code, len(items))} items have code, {100 * LEAST_WITH_CODE:.0f}% are wanted"
    if (models := len(technology.models)) < LEAST_MODELS:
        yield f"there are {models} item models, {LEAST_MODELS} are wanted"


def _lacking_in_topic(items: list[Item], topic: Topic) -> Iterator[str]:
    for pool in LEAST:
        there = [item for item in items if item.topic == topic.id and item.pool == pool]
        # Learners who take the exam again need more items than a single exam.
        least = max(LEAST_OF_TOPIC, topic.items + 1) if pool == "certification" else LEAST_OF_TOPIC
        if len(there) < least:
            yield f"topic {topic.id!r} has {len(there)} {pool} items, {least} are wanted"
        absent = [name for name in DIFFICULTIES if name not in {item.difficulty for item in there}]
        if there and absent:
            yield f"topic {topic.id!r} has no {pool} item that is {' or '.join(absent)}"


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
