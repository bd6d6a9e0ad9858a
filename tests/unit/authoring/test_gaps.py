"""Which families an exam needs: each reason alone, on a small exam, and on the built-in banks."""

from dataclasses import replace
from typing import Any

import pytest

from tests.author import blueprint, item
from tests.built_in import built_in_bank
from webdev_certs.authoring.gaps import Evidence, Gap, find_gaps
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Blueprint, Item
from webdev_certs.server.domain.adaptive.items import ItemParameters
from webdev_certs.shared.vocabulary import DIFFICULTIES

AVERAGE = ItemParameters(1.0, 0.0, 0.25)


def exam(without: tuple[int, ...] = ()) -> TechnologyBank:
    """Return an exam of two topics with 10 questions each, and 20 families for each in turn of difficulty."""
    topics = [{"id": name, "title": name, "items": 10} for name in ("basics", "traits")]
    made = [
        Item.model_validate(
            item(number=number, topic=topics[number % 2]["id"], difficulty=DIFFICULTIES[number // 2 % 3])
        )
        for number in range(40)
        if number not in without
    ]
    return TechnologyBank(Blueprint.model_validate(blueprint(topics=topics)), tuple(made))


def gaps(technology: TechnologyBank, **changes: Any) -> list[Gap]:
    nothing = Evidence(dict.fromkeys(technology.families, AVERAGE), {}, 0.5, (), ())
    return find_gaps(technology, replace(nothing, **changes))


def told(found: list[Gap]) -> list[tuple[str, str, int, dict[str, int]]]:
    return [(gap.topic, gap.difficulty, gap.needed, dict(gap.reasons)) for gap in found]


def test_an_exam_with_enough_equal_families_needs_none():
    assert gaps(exam()) == []


def test_a_topic_with_too_few_families_gets_those_that_say_most_at_the_cut():
    found = told(gaps(exam(without=(0, 6, 12, 2, 8))))
    assert all(topic == "basics" for topic, *_ in found)
    assert sum(needed for _, _, needed, _ in found) == 5
    assert {reason for *_, reasons in found for reason in reasons} == {"coverage"}


def test_a_topic_without_a_difficulty_gets_one_of_it():
    advanced = tuple(number for number in range(0, 40, 2) if number // 2 % 3 == 2)
    found = {gap.difficulty: gap for gap in gaps(exam(without=advanced))}
    assert found["advanced"].there == 0
    assert found["advanced"].reasons["level"] == 1
    assert sum(gap.needed for gap in found.values()) == len(advanced)


def test_a_family_that_drifts_or_is_reported_is_replaced_once_by_its_like():
    found = gaps(exam(), drifting={"rust-basics-001"}, reported={"rust-basics-001", "rust-basics-004"})
    assert sorted(told(found)) == [
        ("basics", "advanced", 1, {"reports": 1}),
        ("traits", "beginner", 1, {"drift": 1}),
    ]


def test_families_in_too_many_attempts_get_company():
    """Three of one kind are in 75% of the attempts, half of which is too much: 3 · 25% / 50% is 1.5."""
    often = dict.fromkeys(("rust-basics-000", "rust-basics-006", "rust-basics-012"), 0.75)
    assert told(gaps(exam(), exposure=often)) == [("basics", "beginner", 2, {"exposure": 2})]


def test_a_topic_that_says_little_at_the_cut_gets_families_that_say_more():
    weak = {number: ItemParameters(0.6, 0.0, 0.25) for number in range(0, 40, 2)}
    technology = exam()
    parameters = {name: weak.get(int(name[-3:]), AVERAGE) for name in technology.families}
    (gap,) = gaps(technology, parameters=parameters)
    assert (gap.topic, set(gap.reasons)) == ("basics", {"information"})
    assert gap.information < 0.6
    better = dict(parameters)
    for number in range(0, 2 * gap.needed, 2):
        better[f"rust-basics-{number:03}"] = AVERAGE
    assert sum(left.needed for left in gaps(technology, parameters=better)) < gap.needed


@pytest.mark.parametrize("name", ["react", "angular", "vue", "csharp", "java"])
def test_the_built_in_exams_have_all_families_that_coverage_asks_for(name: str):
    technology = built_in_bank().get(name)
    parameters = {family.id: family.item_parameters for family in technology.families.values()}
    found = gaps(technology, parameters=parameters)
    assert not {reason for gap in found for reason in gap.reasons} - {"information"}
