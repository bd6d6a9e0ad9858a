"""Every fault of an item model is named with file, model and field."""

import pytest

from tests.author import DROP, Author, Mutation, Tree, changed, item_model, selection_model

REQUIRED = ("version", "pool", "stem", "code", "run", "solve", "reference", "expected_seconds")
STATEMENT = {"text": "x", "explanation": "Because it is so."}
MISCONCEPTION = "Operators are applied from left to right"
PAIR = {"kind": "list", "of": {"kind": "choice", "of": [1, 2]}, "length": 3}
FAULTS: list[Mutation] = [
    *((name, DROP, f"{name}: Field required") for name in REQUIRED),
    ("key", ["a"], "key: Extra inputs are not permitted"),
    ("id", "rust-basics-001", "id: String should match pattern"),
    ("topic", "macros", "topic 'macros' is not in the blueprint"),
    ("run.runtime", "perl", "run.runtime: Input should be 'node'"),
    ("parameters.a.kind", "date", "parameters.a: Input tag 'date' found"),
    ("parameters.a.max", 2, "needs at least two values"),
    ("parameters.a.max", 2**63 + 1, "an int parameter has too many values"),
    ("parameters.factor.of", [2, 2], "a value is listed twice"),
    ("parameters.factor.of", [{"x": 1}, {"y": 1}], "all values must have the same fields"),
    ("parameters", {"a": PAIR}, "2 values are too few for 3 distinct ones"),
    ("parameters.B", {}, "parameters.B"),
    ("parameters", {}, "a program model needs parameters"),
    ("parameters.output", {"kind": "int", "min": 1, "max": 2}, "the name 'output' is taken"),
    ("parameters.none", {"kind": "int", "min": 1, "max": 2}, "templates take 'none' for a constant"),
    ("solve", "none = 0\noutput = a", "templates take 'none' for a constant"),
    ("solve", "c = a", "solve must assign output or lines"),
    ("solve", "import os\noutput = a", "solve: "),
    ("solve", "output = (", "solve: "),
    ("stem", "{= c =}?", "stem: 'c' is neither a parameter nor assigned"),
    ("distractors.0.edits.0.find", "{= c =}", "distractors.0.edits.0.find: 'c' is neither"),
    ("constraints", ["a >"], "constraints.0: "),
    ("derived", {"d": "a"}, "derived: Extra inputs are not permitted"),
    ("code.text", "{= a", "code.text: unexpected end of template"),
    ("distractors.2", DROP, "4 options need at least 3 distractors"),
    ("distractors.1.misconception", MISCONCEPTION, "two distractors name the same misconception"),
    ("distractors.0.misconception", DROP, "distractors.0.misconception: Field required"),
    ("distractors.0.text", DROP, "distractors.0.text: Field required"),
    ("distractors.0.code", "1", "distractors.0: a distractor takes code or edits, not both"),
    ("explanation", DROP, "the explanation of the key is missing"),
    ("answer", "{= a =}", "the answer of an output model is what is printed"),
    ("statements", [STATEMENT] * 5, "output takes no statements"),
    (
        "",
        {"format": "order_lines", "distractors": [], "statements": [STATEMENT] * 2},
        "order_lines takes 3 to 8 statements",
    ),
    (
        "",
        {"format": "match_pairs", "distractors": [], "statements": [STATEMENT] * 3},
        "match_pairs takes spares, and no other format does",
    ),
    ("spares", ["{= a =}"], "match_pairs takes spares, and no other format does"),
    ("format", "fill_in", "only output and single_choice take distractors"),
    ("answer_is", "number", "only fill_in takes answer_is"),
]


@pytest.mark.parametrize("mutation", FAULTS)
def test_each_fault_is_named_with_file_model_and_field(author: Author, mutation: Mutation):
    path, value, message = mutation
    model = changed(item_model(), path, value)
    author.write()
    author.write_models(model)
    faults = author.faults()
    place = f"rust/models/basics.yaml: {model['id']}: "
    assert any(fault.startswith(place) and message in fault for fault in faults), faults
    assert all(fault.startswith(place) for fault in faults)


CHECKING = {"runtime": "node", "version": "24", "program": "console.log(@check)"}
STEP = {"text": "x", "explanation": "y", "evidence": {"kind": "cited", "location": "z"}}


def grouped(places: set[int]) -> list[Tree]:
    """Return good statements, those at these places in one group."""
    return [
        statement | ({"group": "loops"} if place in places else {})
        for place, statement in enumerate(selection_model()["statements"])
    ]


SELECTION_FAULTS: list[Mutation] = [
    ("statements.0.misconception", "Mistake", "a true one has none"),
    ("statements.9.misconception", DROP, "a false statement names its misconception"),
    ("statements.0.evidence", DROP, "statements.0.evidence: Field required"),
    ("statements.1.text", "True about a sensor and a ticket 0", "two entries have the same text"),
    ("statements.0.holds", False, "statements.0: "),
    ("shown", 7, "single_choice shows 3 to 6"),
    ("pairs", [], "fine"),
    ("steps", [STEP], "single_choice takes statements, not steps"),
    ("parameters", item_model()["parameters"], "a selection model takes no parameters"),
    ("statements", selection_model()["statements"][1:], "fine"),
    ("statements", selection_model()["statements"][2:], "it needs at least 6 true statements, not 5"),
    ("statements", selection_model()["statements"][:14], "it needs at least 8 false statements, not 7"),
    ("", {"format": "match_pairs", "statements": []}, "it needs at least 8 pairs, not 0"),
    ("statements.0.evidence", {"kind": "checked"}, "evidence of the kind checked needs run"),
    ("run", CHECKING, "and run needs such evidence"),
    ("run", CHECKING | {"program": "console.log(1)"}, "run: the program must hold @check"),
    ("statements.0.group", "loops", "the group 'loops' has one statement only"),
    ("statements", grouped({7, 8, 9}), "fine"),
    ("statements", grouped({0, *range(7, 14)}), "fine"),
    ("statements", grouped({0, *range(7, 15)}), "the groups leave too few statements to show 4"),
]


@pytest.mark.parametrize("mutation", SELECTION_FAULTS)
def test_each_fault_of_a_selection_is_named(author: Author, mutation: Mutation):
    path, value, message = mutation
    author.write()
    author.write_models(changed(selection_model(), path, value))
    faults = author.faults()
    if message == "fine":
        assert faults == []
    else:
        assert any(message in fault for fault in faults), faults


@pytest.mark.parametrize(
    "good",
    [
        item_model(),
        item_model(parameters={**item_model()["parameters"], "who": {"kind": "name", "list": "person"}}),
        item_model(solve="c = a + b\noutput = a - b * factor", stem="Is it {= c =}?"),
        selection_model(),
        selection_model(format="multiple_choice", shown=5),
        item_model(format="single_choice", answer="`{= output =}`"),
        item_model(format="fill_in", distractors=[], answer_is="number"),
        item_model(format="multiple_choice", distractors=[], explanation="", statements=[STATEMENT] * 5),
        item_model(
            stem="{% if a > b %}More{% else %}Less{% endif %} of {= lines | length =}?".replace(
                "lines", "[a]"
            )
        ),
    ],
)
def test_good_models_are_read(author: Author, good: Tree):
    author.write()
    author.write_models(good)
    assert author.faults() == []


def test_ids_are_used_once(author: Author):
    author.write()
    author.write_models(item_model(), item_model())
    (fault,) = author.faults()
    assert "rust-basics-m001: the id is already used in" in fault
