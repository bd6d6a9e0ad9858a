"""Choosing the items of practice sessions."""

from collections import Counter
from dataclasses import dataclass
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.forms import draw_practice

DIFFICULTIES = ("beginner", "intermediate", "advanced")


@dataclass(frozen=True)
class Candidate:
    id: str
    topic: str
    difficulty: str


def pool(topics: int = 4, each: int = 4) -> dict[str, list[Candidate]]:
    """Return `each` items for every topic and difficulty."""
    return {
        f"t{topic}": [
            Candidate(f"t{topic}-{difficulty}-{n}", f"t{topic}", difficulty)
            for difficulty in DIFFICULTIES
            for n in range(each)
        ]
        for topic in range(topics)
    }


@given(st.dictionaries(st.sampled_from([i.id for p in pool().values() for i in p]), st.integers(1, 3)))
def test_practice_takes_the_least_seen_items(seen):
    items = [item for part in pool().values() for item in part]
    drawn = draw_practice(items, seen, 10, Random(1))
    assert len({item.id for item in drawn}) == 10
    left = [item for item in items if item not in drawn]
    assert max(seen.get(i.id, 0) for i in drawn) <= min(seen.get(i.id, 0) for i in left)


def test_practice_balances_difficulties_and_topics():
    items = [item for part in pool().values() for item in part]
    drawn = draw_practice(items, {}, 12, Random(1))
    assert set(Counter(item.difficulty for item in drawn).values()) == {4}
    assert set(Counter(item.topic for item in drawn).values()) == {3}


def test_practice_takes_all_items_if_there_are_too_few():
    assert len(draw_practice(pool(1, 1)["t0"], {}, 10, Random(1))) == 3
