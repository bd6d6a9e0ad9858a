"""Every fault of an item model is named with file, model and field."""

import pytest

from tests.author import Author, Change, Tree, item_model
from tests.unit.server.content.mutations import drop, put, within

STATEMENT = {"text": "x", "explanation": "Because it is so."}
MUTATIONS: dict[str, tuple[Change, str]] = {
    **{
        f"no {name}": (drop(name), f"{name}: Field required")
        for name in ("version", "pool", "parameters", "stem", "code", "run", "reference", "expected_seconds")
    },
    "a key": (put("key", ["a"]), "key: Extra inputs are not permitted"),
    "id": (put("id", "rust-basics-001"), "id: String should match pattern"),
    "topic": (put("topic", "macros"), "topic 'macros' is not in the blueprint"),
    "runtime": (within("run", "runtime", value="perl"), "run.runtime: Input should be 'node'"),
    "unknown kind": (
        within("parameters", "a", "kind", value="date"),
        "parameters.a: Input tag 'date' found",
    ),
    "one value": (within("parameters", "a", "max", value=2), "needs at least two values"),
    "a value twice": (within("parameters", "factor", "of", value=[2, 2]), "a value is listed twice"),
    "fields that differ": (
        within("parameters", "factor", "of", value=[{"x": 1}, {"y": 1}]),
        "all values must have the same fields",
    ),
    "too few for a list": (
        put("parameters", {"a": {"kind": "list", "of": {"kind": "choice", "of": [1, 2]}, "length": 3}}),
        "2 values are too few for 3 distinct ones",
    ),
    "name of a parameter": (within("parameters", "B", value={}), "parameters.B"),
    "reserved name": (put("derived", {"output": "a"}), "the name 'output' is taken"),
    "unknown name in the stem": (put("stem", "{= c =}?"), "stem: 'c' is neither a parameter nor derived"),
    "output before the run": (put("stem", "{= output =}?"), "stem: 'output' is neither"),
    "unknown name in an edit": (
        within("distractors", 0, "edits", 0, "find", value="{= c =}"),
        "distractors.0.edits.0.find: 'c' is neither",
    ),
    "unknown name in a constraint": (put("constraints", ["c > 1"]), "constraints.0: 'c' is neither"),
    "unknown name in what is derived": (
        put("derived", {"d": "e + 1", "e": "a"}),
        "derived.d: 'e' is neither",
    ),
    "template": (within("code", "text", value="{= a"), "code.text: unexpected end of template"),
    "too few distractors": (lambda tree: tree["distractors"].pop(), "4 options need at least 3 distractors"),
    "a misconception twice": (
        within("distractors", 1, "misconception", value="Operators are applied from left to right"),
        "two distractors name the same misconception",
    ),
    "no misconception": (
        lambda tree: tree["distractors"][0].pop("misconception"),
        "distractors.0.misconception: Field required",
    ),
    "text and code": (
        within("distractors", 0, "text", value="1"),
        "distractors.0: a distractor takes exactly one of text, code and edits",
    ),
    "no explanation": (drop("explanation"), "the explanation of the key is missing"),
    "answer of output": (put("answer", "{= a =}"), "the answer of an output model is what is printed"),
    "statements": (put("statements", [STATEMENT] * 5), "output takes no statements"),
    "too few statements": (
        lambda tree: tree.update(format="order_lines", distractors=[], statements=[STATEMENT] * 2),
        "order_lines takes 3 to 8 statements",
    ),
    "no spares": (
        lambda tree: tree.update(format="match_pairs", distractors=[], statements=[STATEMENT] * 3),
        "match_pairs takes spares, and no other format does",
    ),
    "spares": (put("spares", ["{= a =}"]), "match_pairs takes spares, and no other format does"),
    "distractors of fill_in": (put("format", "fill_in"), "only output and single_choice take distractors"),
    "number": (put("answer_is", "number"), "only fill_in takes answer_is"),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_each_fault_is_named_with_file_model_and_field(author: Author, name: str):
    change, message = MUTATIONS[name]
    model = item_model()
    change(model)
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
