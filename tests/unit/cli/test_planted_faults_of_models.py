"""Faults of item models, planted and named by `items check`."""

import pytest

from tests.author import Author, Tree, item_model, selection_model
from tests.unit.cli.operated import call


def check(author: Author, *trees: Tree) -> tuple[int, list[str]]:
    author.write_models(*trees)
    result = call("items", "check", "--quick", author.root)
    return result.exit_code, result.stderr.splitlines()


@pytest.mark.parametrize("tree", [item_model(), selection_model()])
def test_a_good_model_is_in_order(author: Author, tree: Tree):
    code, lines = check(author, tree)
    assert (code, [line for line in lines if tree["id"] in line]) == (0, [])


def test_too_few_instances_are_named(author: Author):
    parameters = {**item_model()["parameters"], "a": {"kind": "int", "min": 60, "max": 61}}
    parameters["b"] = {"kind": "int", "min": 2, "max": 3}
    code, lines = check(author, item_model(parameters=parameters))
    assert code == 1
    place = f"{author.models_file}: rust-basics-m001: "
    assert f"{place}gives 12 distinct instances, at least 30 are wanted" in lines


def test_an_instance_that_fails_is_named(author: Author):
    code, lines = check(author, item_model(solve="output = 1 / (factor - factor)"))
    assert code == 1
    assert any("rust-basics-m001: solve: ZeroDivisionError" in line for line in lines)


def test_a_small_space_is_a_warning(author: Author):
    parameters = {**item_model()["parameters"], "a": {"kind": "int", "min": 55, "max": 57}}
    code, lines = check(author, item_model(parameters=parameters))
    assert code == 0
    assert any("rust-basics-m001: has 531 combinations, 1000 are wanted" in line for line in lines)


def test_a_key_that_its_form_tells_is_a_warning(author: Author):
    distractors = [
        {"misconception": str(n), "text": "{= a =}." + "0" * n, "explanation": f"Because rule {n} says so."}
        for n in (1, 2, 3)
    ]
    code, lines = check(author, item_model(distractors=distractors))
    assert code == 0
    assert any("the key alone is written differently in 30 of 30 instances" in line for line in lines)


def test_every_text_of_a_selection_is_checked(author: Author):
    """Each statement is looked at, although an instance shows only four."""
    for place in (0, 6, 16):
        tree = selection_model()
        tree["statements"][place]["explanation"] = "No."
        code, lines = check(author, tree)
        assert any("rust-basics-m002" in line and "explanation" in line for line in lines), (place, lines)
        assert code in (0, 1)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({0: "Ends"}, "a statement has 4 characters and another one 36: no more than twice as many"),
        ({0: "a garden " * 16}, "a statement has 143 characters, at most 140 are wanted"),
        (
            {n: f"True about a sensor and a ticket, at a time {n}" for n in range(7)},
            "the key is the longest option in 100% of the instances; 25% are chance",
        ),
        ({0: "It may be a sensor", 1: "It might be a ticket"}, "only true statements hedge: 'may', 'might'"),
    ],
)
def test_what_tells_true_statements_is_a_warning(author: Author, texts: dict[int, str], message: str):
    tree = selection_model()
    for place, text in texts.items():
        tree["statements"][place]["text"] = text
    code, lines = check(author, tree)
    assert code == 0
    assert any(f"rust-basics-m002: {message}" in line for line in lines), lines


def test_code_that_is_too_wide_in_a_single_instance_is_a_warning(author: Author):
    code = {
        "language": "js",
        "text": "console.log({= a =} - {= b =} * {= factor =}); // {= '-' * (a - 20) =}\n",
    }
    status, lines = check(author, item_model(code=code))
    assert status == 0
    assert any("rust-basics-m001: the code is" in line and "columns wide" in line for line in lines), lines
