"""Whether a technology has enough items of each kind."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from webdev_certs.authoring.checks.places import fault_of_all, percent
from webdev_certs.server.content.bank import Fault, TechnologyBank
from webdev_certs.server.content.format import Pool
from webdev_certs.shared.vocabulary import DIFFICULTIES

POOLS: tuple[Pool, ...] = ("certification", "practice")
"""The pools with a minimum. A bank may have no pretest items."""


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
    items = [item for item in technology.authored if item.pool in POOLS]
    pools = Counter(item.pool for item in items)
    for pool in POOLS:
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
    for pool in POOLS:
        there = [item for item in technology.authored if item.topic == topic and item.pool == pool]
        if len(there) < least:
            yield f"topic {topic!r} has {len(there)} {pool} items, {least} are wanted"
        absent = [name for name in DIFFICULTIES if name not in {item.difficulty for item in there}]
        if least and there and absent:
            yield f"topic {topic!r} has no {pool} item that is {' or '.join(absent)}"
