"""Count items by technology, pool, topic, difficulty and format; item models are counted separately."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from webdev_certs.authoring.checks.plain_javascript import is_plain_javascript
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Executed, Item, Pool
from webdev_certs.shared.vocabulary import DIFFICULTIES, ItemFormat

POOLS: tuple[Pool, ...] = get_args(Pool)
FORMATS: tuple[ItemFormat, ...] = get_args(ItemFormat)


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


def rows(technology: TechnologyBank) -> Iterator[Row]:
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


def shares(technology: TechnologyBank) -> Shares:
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
