"""Choosing the items of practice sessions."""

from collections import Counter
from dataclasses import dataclass
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.adaptive import STANDARD, Grid, ItemParameters
from webdev_certs.server.domain.adaptive.items import LEVELS
from webdev_certs.server.domain.choosing_practice_items import draw_practice, next_practice_item

DIFFICULTIES = ("beginner", "intermediate", "advanced")


@dataclass(frozen=True)
class Candidate:
    id: str
    topic: str
    difficulty: str
    model: str | None = None
    enemies: tuple[str, ...] = ()

    @property
    def item_parameters(self) -> ItemParameters:
        return ItemParameters(b=LEVELS[self.difficulty])


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


def family(size: int = 6) -> list[Candidate]:
    """Return the instances of one item model."""
    return [Candidate(f"i{n}", "t0", "beginner", "m") for n in range(size)]


@given(st.integers())
def test_no_two_instances_of_a_model_are_in_one_practice_session(seed):
    by_topic = {"t0": [*pool(1, 1)["t0"], *family()]}
    practice = draw_practice(by_topic["t0"], {}, 9, Random(seed))
    assert sum(item.model == "m" for item in practice) == 1


@given(st.integers())
def test_a_learner_gets_instances_that_are_new_first(seed):
    exposures = {f"i{n}": 1 for n in range(6) if n != 3}
    drawn = draw_practice(family(), exposures, 1, Random(seed))
    assert [item.id for item in drawn] == ["i3"]


def everything(topics: int = 4, each: int = 4) -> list[Candidate]:
    return [item for part in pool(topics, each).values() for item in part]


def practice_of(
    items: list[Candidate], seen: dict[str, int], ability: Grid, seed: int, length: int = 10
) -> list[Candidate]:
    """Choose the items of an adaptive practice session whose ability estimate does not change."""
    used: list[Candidate] = []
    while len(used) < length and (item := next_practice_item(items, seen, used, ability, Random(seed))):
        used.append(item)
    return used


@given(st.sampled_from(DIFFICULTIES), st.integers())
def test_an_adaptive_practice_session_is_near_the_ability(difficulty: str, seed: int):
    ability = Grid.normal(mean=LEVELS[difficulty], sd=0.3)
    used = practice_of(everything(), {}, ability, seed)
    assert {item.difficulty for item in used} == {difficulty}
    assert sorted(Counter(item.topic for item in used).values()) == [2, 2, 3, 3]


@given(st.dictionaries(st.sampled_from([item.id for item in everything()]), st.integers(1, 3)), st.integers())
def test_adaptive_practice_takes_the_least_seen_items(seen: dict[str, int], seed: int):
    items = everything()
    used = practice_of(items, seen, STANDARD, seed)
    assert len({item.id for item in used}) == 10
    left = [item for item in items if item not in used]
    assert max(seen.get(i.id, 0) for i in used) <= min(seen.get(i.id, 0) for i in left)


@given(st.integers())
def test_an_adaptive_practice_session_has_neither_siblings_nor_enemies(seed: int):
    enemies = [
        Candidate("e1", "t0", "beginner", enemies=("e2",)),
        Candidate("e2", "t0", "beginner"),
    ]
    used = practice_of([*enemies, *family(), Candidate("x", "t1", "beginner")], {}, STANDARD, seed)
    assert len(used) == 3
    assert sum(item.model == "m" for item in used) == 1
    assert sum(item.id in ("e1", "e2") for item in used) == 1


def test_adaptive_practice_ends_when_there_are_no_items():
    assert next_practice_item([], {}, [], STANDARD, Random(1)) is None
