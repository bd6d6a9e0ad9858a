"""Instances: distinct, determined by the seed, with keys that running the code has computed."""

from collections import Counter
from math import isclose
from typing import Any

import pytest

from tests.author import Tree, item_model
from tests.built_in import built_in_bank
from webdev_certs.authoring.execution import MissingRuntime, Output, verify
from webdev_certs.authoring.execution.node import Node
from webdev_certs.authoring.item_models.generating import Family, generate
from webdev_certs.authoring.item_models.instances import draw_drafts
from webdev_certs.server.content.format import Executed, Item
from webdev_certs.server.content.item_models.format import ItemModel

CHANCE = 4
"""How many times as many common instances as expected by chance may be found."""


def family(seed: str = "one", count: int = 30, **changes: object) -> Family:
    (made,) = generate([ItemModel.model_validate(item_model(**changes))], seed, count)
    return made


def key_text(item: Item) -> str:
    return next(option.text for option in item.options if option.id in (item.key or ()))


def test_instances_are_distinct_and_their_keys_computed():
    made = family()
    assert (made.message, len(made.items)) == ("", 30)
    assert len({item.id for item in made.items}) == 30
    assert len({item.code.text for item in made.items if item.code}) == 30
    for item in made.items:
        assert isinstance(item.evidence, Executed)
        assert key_text(item) == item.evidence.stdout.strip()
        assert len({option.text for option in item.options}) == 4
        assert (item.model, item.version, item.evidence.runtime) == ("rust-basics-m001", 1, "node")
    assert [verdict.message for verdict in verify(made.items[:3])] == ["", "", ""]


def test_keys_stand_at_all_places():
    places = Counter(next(iter(item.key or ())) for item in family(count=60).items)
    assert set(places) == set("abcd")


def test_a_seed_gives_the_same_instances_and_a_larger_count_more():
    assert family(count=20).items == family(count=30).items[:20]


def test_a_new_version_gives_other_instances_and_numbers():
    first, second = family(), family(version=2)
    assert {item.version for item in second.items} == {2}
    assert [item.code for item in first.items] != [item.code for item in second.items]


def test_two_seeds_share_no_more_than_chance():
    """One deployment's questions do not reveal another's (checked for every tenth built-in model)."""
    expected = shared = 0.0
    for technology in built_in_bank().technologies.values():
        for model in technology.models[::10]:
            drawn = [
                {draft.id for draft, _ in zip(draw_drafts(model, seed), range(30), strict=False)}
                for seed in ("a deployment", "another one")
            ]
            shared += len(drawn[0] & drawn[1])
            expected += 30 * 30 / model.space
    assert shared <= CHANCE * expected + 1


def test_distractors_that_equal_the_key_are_left_out():
    """With factor 1 the first distractor equals the key, so no instance has it."""
    parameters: Tree = {**item_model()["parameters"], "factor": {"kind": "int", "min": 1, "max": 2}}
    made = family(parameters=parameters)
    assert made.rejected > 0
    assert len(made.items) == 30
    assert all("* 1)" not in item.code.text for item in made.items if item.code)


def test_too_few_values_are_told():
    parameters = {name: {"kind": "int", "min": 2, "max": 4} for name in ("a", "b", "factor")}
    assert "distinct instances, not 30" in family(parameters=parameters).message


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"code": {"language": "js", "text": "console.log({= a =}"}}, "node exited with 1"),
        ({"code": {"language": "js", "text": "throw new Error('no {= a =}')"}}, "Error: no "),
        ({"derived": {"c": "a / (factor - factor)"}}, "derived or constraints: division by zero"),
        ({"explanation": "{= lines[5] =}"}, "has no element 5"),
    ],
)
def test_what_fails_is_named_with_its_values(changes: Tree, message: str):
    if "code" in changes:
        changes = {**changes, "distractors": [{**each, "text": str(n)} for n, each in enumerate(plain())]}
    made = family(**changes)
    assert made.items == [] or made.message
    assert message in made.message or "SyntaxError" in made.message


def plain() -> list[Tree]:
    return [{"misconception": str(n), "explanation": "Because it is so."} for n in range(3)]


def test_an_edit_that_finds_nothing_is_named():
    distractors = item_model()["distractors"]
    distractors[0]["edits"][0]["find"] = "print("
    assert "does not find 'print('" in family(distractors=distractors).message


def test_a_number_is_taken_from_the_output():
    made = family(format="fill_in", distractors=[], answer_is="number", count=3)
    for item in made.items:
        assert isinstance(item.evidence, Executed)
        assert item.number is not None
        assert isclose(item.number, float(item.evidence.stdout))


def test_statements_are_right_as_the_program_says():
    statements = [
        {"text": f"It is above {n}.", "explanation": f"The number {n} is a limit here."}
        for n in (0, 10, 20, 30)
    ]
    code = {"language": "js", "text": "for (const n of [0, 10, 20, 30]) console.log({= a =} > n);\n"}
    made = family(
        count=12, format="multiple_choice", distractors=[], explanation="", statements=statements, code=code
    )
    assert made.message == ""
    for item in made.items:
        assert isinstance(item.evidence, Executed)
        right = {option.text for option in item.options if option.id in (item.key or ())}
        lines = item.evidence.stdout.split()
        assert right == {s["text"] for s, line in zip(statements, lines, strict=True) if line == "true"}


def spoken(*words: str) -> list[Tree]:
    return [{"text": f"`{word}`", "explanation": f"Why {word} stands here."} for word in words]


def test_lines_stand_in_the_order_in_which_they_are_printed():
    parameters = {"words": {"kind": "list", "of": {"kind": "name", "list": "fruit"}, "length": 4}}
    code = {"language": "js", "text": "for (const word of {= words | json =}.sort()) console.log(word);\n"}
    made = family(
        format="order_lines",
        distractors=[],
        explanation="",
        constraints=[],
        parameters=parameters,
        statements=spoken(*(f"{{= words[{place}] =}}" for place in range(4))),
        code=code,
    )
    assert (made.message, len(made.items)) == ("", 30)
    for item in made.items:
        assert isinstance(item.evidence, Executed)
        texts = {option.id: option.text.strip("`") for option in item.options}
        assert [texts[each] for each in item.key or ()] == item.evidence.stdout.split()
    assert len({tuple(item.key or ()) for item in made.items}) > 10


def pairs(**changes: Any) -> Family:
    numbers = "[{= a =}, {= b =}, {= factor =}]"
    code = {"language": "js", "text": f"for (const n of {numbers}) console.log(n * 2);\n"}
    changes = {"spares": ["{= a * 3 =}", "{= b * 2 =}"], "code": code, **changes}
    return family(
        format="match_pairs",
        distractors=[],
        explanation="",
        statements=spoken("{= a =} * 2", "{= b =} * 2", "{= factor =} * 2"),
        **changes,
    )


def test_prompts_are_paired_with_what_is_printed_and_there_are_spare_matches():
    made = pairs()
    assert (made.message, len(made.items)) == ("", 30)
    for item in made.items:
        assert isinstance(item.key, dict)
        assert len(item.matches) == len({match.text for match in item.matches}) == 4
        matches = {match.id: match.text.strip("`") for match in item.matches}
        for option in item.options:
            assert int(matches[item.key[option.id]]) == 2 * int(option.text.strip("`").split()[0])


def test_instances_whose_prompts_share_a_match_are_left_out():
    parameters = {**item_model()["parameters"], "factor": {"kind": "int", "min": 2, "max": 60}}
    constraints = ["b == factor or a % 2 == 0"]
    made = pairs(parameters=parameters, constraints=constraints, count=60)
    assert made.rejected > 0
    assert all(len(set((item.key or {}).values())) == 3 for item in made.items if isinstance(item.key, dict))


@pytest.mark.parametrize(
    ("item_format", "printed", "message"),
    [
        ("order_lines", "console.log({= a =});", "must print each statement once"),
        ("match_pairs", "console.log({= a =});", "must print one match for each statement"),
        ("multiple_choice", "console.log({= a =});", "must print true or false for each statement"),
    ],
)
def test_a_program_that_prints_something_else_is_named(item_format: str, printed: str, message: str):
    made = family(
        format=item_format,
        distractors=[],
        explanation="",
        statements=spoken("one", "two", "three", "four"),
        spares=["five"] if item_format == "match_pairs" else [],
        code={"language": "js", "text": printed},
    )
    assert message in made.message


def test_one_missing_runtime_stops_no_other():
    class Missing(Node):
        def run(self, programs):
            raise MissingRuntime("no such thing is installed")

    model = ItemModel.model_validate(item_model())
    (made,) = generate([model], "one", runtimes={"node": Missing()})
    assert (made.items, made.message, made.missing_runtime) == ([], "no such thing is installed", True)


def test_progress_is_told():
    told: list[tuple[int, int]] = []
    model = ItemModel.model_validate(item_model())
    list(generate([model], "one", 2, progress=lambda done, expected: told.append((done, expected))))
    # A key and two distractors are run for each instance.
    assert told == [(done, 6) for done in range(7)]


def test_a_program_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch):
    class Hangs(Node):
        def run(self, programs):
            yield from (Output(program.item_id, failure="ran for more than 30 s") for program in programs)

    model = ItemModel.model_validate(item_model())
    (made,) = generate([model], "one", 2, runtimes={"node": Hangs()})
    assert made.message.endswith("ran for more than 30 s")
