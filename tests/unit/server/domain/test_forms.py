"""Choosing the items of attempts and practice sessions."""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.forms import draw_form, draw_practice

DIFFICULTIES = ("beginner", "intermediate", "advanced")


@dataclass(frozen=True)
class Candidate:
    id: str
    topic: str
    difficulty: str
    model: str | None = None


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


@given(st.lists(st.integers(1, 12), min_size=1, max_size=8), st.integers())
def test_a_form_meets_every_quota_without_repeating_an_item(quotas, seed):
    by_topic = pool(len(quotas))
    asked = dict(zip(by_topic, quotas, strict=True))
    form = draw_form(by_topic, asked, {}, Random(seed))
    assert Counter(item.topic for item in form) == asked
    assert len({item.id for item in form}) == len(form)


@given(st.lists(st.integers(1, 5), min_size=1, max_size=8), st.integers())
def test_difficulties_are_even_within_topics_and_over_the_form(quotas, seed):
    by_topic = pool(len(quotas))
    form = draw_form(by_topic, dict(zip(by_topic, quotas, strict=True)), {}, Random(seed))
    for topic in by_topic:
        counts = Counter(item.difficulty for item in form if item.topic == topic)
        assert max(counts.values()) - min(counts.get(d, 0) for d in DIFFICULTIES) <= 1
    counts = Counter(item.difficulty for item in form)
    assert max(counts.values()) - min(counts.get(d, 0) for d in DIFFICULTIES) <= 1


def test_other_difficulties_replace_a_missing_one():
    by_topic = {"t": [Candidate(str(n), "t", "beginner") for n in range(3)]}
    assert len(draw_form(by_topic, {"t": 3}, {}, Random(1))) == 3


def test_topics_are_mixed():
    form = draw_form(pool(), dict.fromkeys(pool(), 5), {}, Random(1))
    assert [item.topic for item in form] != sorted(item.topic for item in form)


def test_every_item_is_drawn_sometimes():
    drawn = {
        i.id for seed in range(200) for i in draw_form(pool(), dict.fromkeys(pool(), 3), {}, Random(seed))
    }
    assert len(drawn) == sum(len(items) for items in pool().values())


@given(st.integers())
def test_a_form_takes_the_least_seen_items(seed):
    first = draw_form(pool(), dict.fromkeys(pool(), 6), {}, Random(seed))
    met = Counter(item.id for item in first)
    second = draw_form(pool(), dict.fromkeys(pool(), 6), met, Random(seed + 1))
    assert not met.keys() & {item.id for item in second}


def test_a_quota_above_the_number_of_items_is_an_error():
    with pytest.raises(ValueError, match="topic 't0' asks for 13 items; there are 12"):
        draw_form(pool(), {"t0": 13}, {}, Random(1))


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
def test_no_two_instances_of_a_model_are_in_one_form(seed):
    by_topic = {"t0": [*pool(1, 1)["t0"], *family()]}
    form = draw_form(by_topic, {"t0": 4}, {}, Random(seed))
    assert sum(item.model == "m" for item in form) == 1
    practice = draw_practice(by_topic["t0"], {}, 9, Random(seed))
    assert sum(item.model == "m" for item in practice) == 1


@given(st.integers())
def test_a_learner_gets_instances_that_are_new_first(seed):
    exposures = {f"i{n}": 1 for n in range(6) if n != 3}
    form = draw_form({"t0": family()}, {"t0": 1}, exposures, Random(seed))
    assert [item.id for item in form] == ["i3"]
