"""Instances are distinct and determined by the seed, and their keys follow from `solve` or the selection."""

from collections import Counter
from itertools import combinations, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.author import Tree, item_model, selection_model
from tests.built_in import built_in_bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import Model, model_kind
from webdev_certs.server.content.item_models.making import BadInstance, make_instances
from webdev_certs.server.content.item_models.selections import SelectionModel
from webdev_certs.server.content.item_models.solving import BadSolve, solve, solve_faults

CHANCE = 4
"""How many times as many common instances as expected by chance may be found."""

CHI_SQUARE = 22.5
"""With 6 degrees of freedom, chance alone stays below it in 999 of 1,000 runs."""


def model(tree: Tree) -> Model:
    return model_kind(tree).model_validate(tree)


def made(seed: str = "one", count: int = 30, **changes: Any) -> list[Item]:
    found = islice(make_instances(model(item_model(**changes)), seed), count)
    return [instance.item for instance in found]


def stated(item_format: str, statements: list[Tree], **changes: Any) -> list[Item]:
    """Return instances of a program model whose options are statements."""
    return made(format=item_format, distractors=[], explanation="", statements=statements, **changes)


def selected(count: int = 30, **changes: Any) -> list[Item]:
    found = islice(make_instances(model(selection_model(**changes)), "one"), count)
    return [instance.item for instance in found]


def key_text(item: Item) -> str:
    return next(option.text for option in item.options if option.id in (item.key or ()))


def test_instances_are_distinct_and_their_keys_are_what_solve_says():
    instances = list(islice(make_instances(model(item_model()), "one"), 30))
    assert len({instance.item.id for instance in instances}) == 30
    for instance in instances:
        item, values = instance.item, instance.values
        assert key_text(item) == str(values["a"] - values["b"] * values["factor"])
        assert len({option.text for option in item.options}) == 4
        assert (item.model, item.version, item.evidence) == ("rust-basics-m001", 1, None)


def test_keys_stand_at_all_places():
    assert set(Counter(next(iter(item.key or ())) for item in made(count=60))) == set("abcd")


def test_a_seed_gives_the_same_instances_and_a_larger_count_more():
    assert made(count=20) == made(count=30)[:20]


def test_a_new_version_gives_other_instances():
    first, second = made(), made(version=2)
    assert {item.version for item in second} == {2}
    assert [item.code for item in first] != [item.code for item in second]


def test_two_seeds_share_no_more_than_chance():
    """One deployment's questions do not reveal another's (checked for every tenth built-in model)."""
    expected = shared = 0.0
    for technology in built_in_bank().technologies.values():
        for each in technology.models[::10]:
            drawn = [
                {instance.item.id for instance in islice(make_instances(each, seed), 30)}
                for seed in ("a deployment", "another one")
            ]
            shared += len(drawn[0] & drawn[1])
            expected += 30 * 30 / each.space
    assert shared <= CHANCE * expected + 1


def test_distractors_that_equal_the_key_are_left_out():
    """With factor 1 the first distractor equals the key, so no instance has it."""
    parameters: Tree = {**item_model()["parameters"], "factor": {"kind": "int", "min": 1, "max": 2}}
    items = made(parameters=parameters)
    assert len(items) == 30
    assert all("* 1)" not in item.code.text for item in items if item.code)


def test_a_small_family_ends():
    parameters = {name: {"kind": "int", "min": 2, "max": 4} for name in ("a", "b", "factor")}
    assert 0 < len(made(parameters=parameters)) < 10


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"solve": "output = a / (factor - factor)"}, "solve: ZeroDivisionError"),
        ({"explanation": "{= lines[5] =}"}, "has no element 5"),
        (
            {"explanation": "{% if a > 20 %}It is so.{% endif %}"},
            "explanation: is still empty",
        ),
        ({"constraints": ["a > b", "missing > 1"]}, "solve: NameError"),
    ],
)
def test_what_fails_is_named(changes: Tree, message: str):
    with pytest.raises(BadInstance, match=message.replace("[", r"\[")):
        made(**changes)


def test_a_number_is_taken_from_solve():
    for item in made(format="fill_in", distractors=[], answer_is="number", count=3):
        assert item.number is not None
        assert float(item.number).is_integer()


def spoken(*words: str) -> list[Tree]:
    return [{"text": f"`{word}`", "explanation": f"Why {word} stands here."} for word in words]


def test_statements_are_right_as_solve_says():
    limits = (0, 10, 20, 30)
    statements = [{"text": f"It is above {n}.", "explanation": f"The number {n} is a limit."} for n in limits]
    items = stated(
        "multiple_choice",
        statements,
        solve="lines = [a > limit for limit in [0, 10, 20, 30]]",
        code={"language": "js", "text": "for (const n of [0, 10, 20, 30]) console.log({= a =} > n);\n"},
    )
    assert items
    for item in items:
        assert item.code
        a = int(item.code.text.split("console.log(")[1].split(" ")[0])
        right = {option.text for option in item.options if option.id in (item.key or ())}
        assert right == {f"It is above {n}." for n in limits if a > n}


def test_lines_stand_in_the_order_that_solve_says():
    items = stated(
        "order_lines",
        spoken(*(f"{{= words[{place}] =}}" for place in range(4))),
        constraints=[],
        parameters={"words": {"kind": "list", "of": {"kind": "name", "list": "fruit"}, "length": 4}},
        solve="lines = sorted(words)",
        code={"language": "js", "text": "for (const w of {= words | json =}.sort()) console.log(w);\n"},
    )
    for item in items:
        texts = {option.id: option.text.strip("`") for option in item.options}
        assert [texts[each] for each in item.key or ()] == sorted(texts.values())
    assert len({tuple(item.key or ()) for item in items}) > 10


def test_prompts_are_paired_and_there_are_spare_matches():
    items = stated(
        "match_pairs",
        spoken("{= a =} * 2", "{= b =} * 2", "{= factor =} * 2"),
        spares=["{= a * 3 =}", "{= b * 2 =}"],
        solve="lines = [a * 2, b * 2, factor * 2]",
    )
    for item in items:
        assert isinstance(item.key, dict)
        assert len(item.matches) == len({match.text for match in item.matches}) == 4
        matches = {match.id: match.text.strip("`") for match in item.matches}
        for option in item.options:
            assert int(matches[item.key[option.id]]) == 2 * int(option.text.strip("`").split()[0])


@pytest.mark.parametrize(
    ("item_format", "message"),
    [
        ("order_lines", "must give each statement once"),
        ("match_pairs", "must give one match for each statement"),
        ("multiple_choice", "must say true or false for each statement"),
    ],
)
def test_a_solve_that_gives_something_else_is_named(item_format: str, message: str):
    with pytest.raises(BadInstance, match=message):
        stated(
            item_format,
            spoken("one", "two", "three", "four"),
            spares=["five"] if item_format == "match_pairs" else [],
            solve="lines = [a]",
        )


def test_a_selection_shows_a_few_statements_and_knows_which_are_true():
    items = selected()
    assert len({item.id for item in items}) == 30
    for item in items:
        assert len(item.options) == 4
        assert key_text(item).startswith("True")
        assert sum(option.text.startswith("True") for option in item.options) == 1
        assert item.code is None


def test_a_multiple_selection_has_several_true_statements_and_a_false_one():
    numbers = Counter()
    for item in selected(60, format="multiple_choice", shown=5):
        right = {option.id for option in item.options if option.text.startswith("True")}
        assert set(item.key or ()) == right
        numbers[len(right)] += 1
    assert set(numbers) == {2, 3, 4}


def in_groups(item_format: str, groups: dict[int, str]) -> SelectionModel:
    """Return a model whose statements at these places are in groups; 0 to 6 are true, 7 to 16 false."""
    tree = selection_model(format=item_format)
    for place, name in groups.items():
        tree["statements"][place]["group"] = name
    return SelectionModel.model_validate(tree)


@pytest.mark.parametrize("item_format", ["single_choice", "multiple_choice"])
def test_statements_of_a_group_are_never_shown_together(item_format: str):
    grouped = in_groups(item_format, {0: "a", 7: "a", 8: "a", 1: "b", 2: "b", 9: "c", 10: "c"})
    groups = {each.text: each.group or each.text for each in grouped.statements}
    for instance in islice(make_instances(grouped, "one"), 300):
        assert len({groups[option.text] for option in instance.item.options}) == 4
    selections = Counter(
        sum(each.holds for each in shown)
        for shown in combinations(grouped.statements, 4)
        if len({groups[each.text] for each in shown}) == 4
    )
    assert grouped.space == sum(selections[right] for right in grouped.numbers_right)


def test_statements_of_groups_are_the_key_as_often_as_others():
    """Also a true one that excludes three false ones."""
    grouped = in_groups("single_choice", {0: "a", 7: "a", 8: "a", 9: "a", 1: "b", 2: "b"})
    keys = Counter(key_text(next(make_instances(grouped, f"seed {n}")).item) for n in range(2100))
    assert sum((number - 300) ** 2 / 300 for number in keys.values()) < CHI_SQUARE
    assert len(keys) == 7


def test_pairs_and_steps_are_selected_too():
    evidence = {"kind": "cited", "location": "Section 1"}
    pairs = [
        {
            "prompt": f"Prompt {n}",
            "match": f"Match {n}",
            "explanation": f"They are {n}.",
            "evidence": evidence,
        }
        for n in range(12)
    ]
    for item in selected(format="match_pairs", shown=4, statements=[], pairs=pairs):
        assert isinstance(item.key, dict)
        texts = {match.id: match.text for match in item.matches}
        assert len(texts) == 6
        for option in item.options:
            assert option.text.split()[1] == texts[item.key[option.id]].split()[1]
    steps = [
        {"text": f"Step {n:02}", "explanation": f"It is number {n}.", "evidence": evidence} for n in range(8)
    ]
    for item in selected(format="order_lines", shown=5, statements=[], steps=steps):
        texts = {option.id: option.text for option in item.options}
        assert [texts[each] for each in item.key or ()] == sorted(texts.values())


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import os", "imports are not allowed"),
        ("output = open('/etc/passwd')", "name 'open' is not defined"),
        ("output = hash('a')", "name 'hash' is not defined"),
        ("output = id(output)", "name 'id' is not defined"),
        ("output = eval('1')", "Eval calls are not allowed"),
        ("output = ().__class__", "invalid attribute name"),
        ("output = '{0.__class__}'.format(1)", "format.* is not safe|not allowed"),
        ("output = (", "SyntaxError"),
    ],
)
def test_a_solve_only_computes(source: str, message: str):
    faults = solve_faults(source)
    if faults:
        assert any(word in " ".join(faults) for word in message.split("|"))
        return
    with pytest.raises(BadSolve, match=message):
        solve(source, {})


@given(st.integers(2, 60), st.integers(2, 60))
def test_solve_computes_as_python(a: int, b: int):
    source = "total = 0\nfor n in range(a):\n    total += n * b\noutput = str(total)\n"
    assert solve(source, {"a": a, "b": b})["output"] == str(sum(n * b for n in range(a)))
