"""Every fault of an item model is named with file, model and field."""

import pytest

from tests.author import DROP, Author, Mutation, Tree, changed, item_model

REQUIRED = ("version", "pool", "parameters", "stem", "code", "run", "reference", "expected_seconds")
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
    ("parameters.factor.of", [2, 2], "a value is listed twice"),
    ("parameters.factor.of", [{"x": 1}, {"y": 1}], "all values must have the same fields"),
    ("parameters", {"a": PAIR}, "2 values are too few for 3 distinct ones"),
    ("parameters.B", {}, "parameters.B"),
    ("derived", {"output": "a"}, "the name 'output' is taken"),
    ("stem", "{= c =}?", "stem: 'c' is neither a parameter nor derived"),
    ("stem", "{= output =}?", "stem: 'output' is neither"),
    ("distractors.0.edits.0.find", "{= c =}", "distractors.0.edits.0.find: 'c' is neither"),
    ("constraints", ["c > 1"], "constraints.0: 'c' is neither"),
    ("derived", {"d": "e + 1", "e": "a"}, "derived.d: 'e' is neither"),
    ("code.text", "{= a", "code.text: unexpected end of template"),
    ("distractors.2", DROP, "4 options need at least 3 distractors"),
    ("distractors.1.misconception", MISCONCEPTION, "two distractors name the same misconception"),
    ("distractors.0.misconception", DROP, "distractors.0.misconception: Field required"),
    ("distractors.0.text", "1", "distractors.0: a distractor takes exactly one of text, code and edits"),
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


@pytest.mark.parametrize(
    "good",
    [
        item_model(),
        item_model(parameters={**item_model()["parameters"], "who": {"kind": "name", "list": "person"}}),
        item_model(derived={"c": "a + b", "d": "c * 2"}, stem="Is it {= d =}?"),
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
