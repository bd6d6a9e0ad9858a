"""How many items and item models of each kind a technology has, and whether they are enough."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from webdev_certs.authoring.checks.code import is_plain_javascript
from webdev_certs.authoring.checks.faults import fault_of_all, percent
from webdev_certs.server.content.bank import Family, Fault, TechnologyBank
from webdev_certs.server.content.format import Executed, Pool, Topic
from webdev_certs.server.content.item_models.format import ProgramModel
from webdev_certs.shared.vocabulary import DIFFICULTIES, ItemFormat

POOLS: tuple[Pool, ...] = get_args(Pool)
FORMATS: tuple[ItemFormat, ...] = get_args(ItemFormat)
LEAST: dict[Pool, int] = {"certification": 80, "practice": 200}
"""Families that a technology should have in each pool. It may have no pretest families."""
LEAST_OF_DIFFICULTY = 40
"""Families of each difficulty, certification and practice together."""
LEAST_OF_TOPIC = 6
"""Families of each topic in each pool, with all three difficulties among them."""
LEAST_WITH_CODE = 0.40
"""The smallest share of families with code."""
LEAST_PROGRAMS = 30
"""Certification models whose answer depends on values."""


def check_coverage(technology: TechnologyBank, strict: bool = False) -> Iterator[Fault]:
    """Name everything that a technology lacks in one fault: a warning, or an error if `strict`.

    The product needs less: as many certification families of each topic as an exam takes, which loading the
    bank makes sure of.
    """
    if lacking := list(_lacking(technology)):
        message = f"has too few questions: {'; '.join(lacking)}"
        yield fault_of_all(technology, message, warning=not strict)


def _lacking(technology: TechnologyBank) -> Iterator[str]:
    items = [family for family in technology.families.values() if family.pool in LEAST]
    pools = Counter(item.pool for item in items)
    for pool, least in LEAST.items():
        if pools[pool] < least:
            yield f"the {pool} pool has {pools[pool]} families, {least} are wanted"
    difficulties = Counter(item.difficulty for item in items)
    for difficulty in DIFFICULTIES:
        if (number := difficulties[difficulty]) < LEAST_OF_DIFFICULTY:
            yield f"{number} families are {difficulty}, {LEAST_OF_DIFFICULTY} are wanted"
    for topic in technology.blueprint.topics:
        yield from _lacking_in_topic(items, topic)
    with_code = sum(item.code is not None for item in items)
    if with_code < LEAST_WITH_CODE * len(items):
        yield f"{percent(with_code, len(items))} families have code, {100 * LEAST_WITH_CODE:.0f}% are wanted"
    programs = sum(isinstance(family, ProgramModel) for family in items if family.pool == "certification")
    if programs < LEAST_PROGRAMS:
        yield f"{programs} certification families are program models, {LEAST_PROGRAMS} are wanted"


def _lacking_in_topic(items: list[Family], topic: Topic) -> Iterator[str]:
    for pool in LEAST:
        there = [item for item in items if item.topic == topic.id and item.pool == pool]
        # Learners who take the exam again need more families than a single exam.
        least = max(LEAST_OF_TOPIC, 2 * topic.items) if pool == "certification" else LEAST_OF_TOPIC
        if len(there) < least:
            yield f"topic {topic.id!r} has {len(there)} {pool} families, {least} are wanted"
        absent = [name for name in DIFFICULTIES if name not in {item.difficulty for item in there}]
        if there and absent:
            yield f"topic {topic.id!r} has no {pool} family that is {' or '.join(absent)}"


@dataclass(frozen=True)
class Row:
    """Families of one topic in one pool."""

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
        of_pool = [family for family in technology.families.values() if family.pool == pool]
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


def _by_difficulty(families: list[Family]) -> tuple[int, ...]:
    counted = Counter(family.difficulty for family in families)
    return tuple(counted[name] for name in DIFFICULTIES)
