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
    status, lines = check(author, tree)
    assert (status, [line for line in lines if tree["id"] in line]) == (0, [])


def ranges(**limits: tuple[int, int]) -> Tree:
    """Return the parameters of the model; those named here are numbers within these limits."""
    changed = {name: {"kind": "int", "min": low, "max": high} for name, (low, high) in limits.items()}
    return item_model()["parameters"] | changed


ZEROS = [
    {"misconception": str(n), "text": "{= a =}." + "0" * n, "explanation": f"Because rule {n} says so."}
    for n in (1, 2, 3)
]
CODE = "console.log({= a =} - {= b =} * {= factor =}); // {= '-' * (a - 20) =}\n"
"""Too wide in a single instance."""


@pytest.mark.parametrize(
    ("status", "changes", "message"),
    [
        (
            1,
            {"parameters": ranges(a=(60, 61), b=(2, 3))},
            "gives 12 distinct instances, at least 30 are wanted",
        ),
        (1, {"solve": "output = 1 / (factor - factor)"}, "solve: ZeroDivisionError"),
        (0, {"parameters": ranges(a=(55, 57))}, "has 531 combinations, 1000 are wanted"),
        (0, {"distractors": ZEROS}, "the key alone is written differently in 30 of 30 instances"),
        (0, {"code": {"language": "js", "text": CODE}}, "columns wide"),
    ],
)
def test_a_fault_or_weakness_of_a_program_model_is_named(
    author: Author, status: int, changes: Tree, message: str
):
    found, lines = check(author, item_model(**changes))
    assert found == status
    place = f"{author.models_file}: rust-basics-m001: "
    assert any(place in line and message in line for line in lines), lines


def test_every_text_of_a_selection_is_checked(author: Author):
    """Each statement is looked at, although an instance shows only four."""
    for place in (0, 6, 16):
        tree = selection_model()
        tree["statements"][place]["explanation"] = "No."
        status, lines = check(author, tree)
        assert any("rust-basics-m002" in line and "explanation" in line for line in lines), (place, lines)
        assert status in (0, 1)


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
    status, lines = check(author, tree)
    assert status == 0
    assert any(f"rust-basics-m002: {message}" in line for line in lines), lines
