"""Every fault of what only items of some formats have: options, keys, pairs, accepted answers, code."""

import pytest

from tests.author import FORMATS, Author, options
from tests.unit.server.content.mutations import Mutation, add_option, check_named, drop, put, within

MUTATIONS: dict[str, Mutation] = {
    # Options.
    "no explanation": (
        "single_choice",
        lambda tree: tree["options"][1].pop("explanation"),
        "options.1.explanation: Field required",
    ),
    "empty explanation": (
        "single_choice",
        within("options", 1, "explanation", value=" "),
        "options.1.explanation: is still empty",
    ),
    "too few options": (
        "single_choice",
        lambda tree: tree["options"].pop(),
        "single_choice takes 3 to 6 options, not 2",
    ),
    "too many options": (
        "single_choice",
        lambda tree: tree["options"].extend(options(*"defg")),
        "single_choice takes 3 to 6 options, not 7",
    ),
    "too few to choose several": (
        "multiple_choice",
        lambda tree: tree["options"].pop(),
        "multiple_choice takes 4 to 7 options, not 3",
    ),
    "a third truth": ("true_false", add_option("maybe"), "true_false takes 2 to 2 options, not 3"),
    "too few outputs": ("output", lambda tree: tree["options"].pop(), "output takes 3 to 6 options, not 2"),
    "options to fill in": ("fill_in", put("options", options("a")), "fill_in takes 0 to 0 options, not 1"),
    "too few lines": (
        "order_lines",
        lambda tree: tree["options"].pop(),
        "order_lines takes 3 to 8 options, not 2",
    ),
    "too few pairs": (
        "match_pairs",
        lambda tree: tree["options"].pop(),
        "match_pairs takes 3 to 6 options, not 2",
    ),
    "same id": ("single_choice", within("options", 1, "id", value="a"), "two options share an id"),
    "same text": (
        "single_choice",
        within("options", 1, "text", value=" Option a "),
        "two options have the same text",
    ),
    "id with a space": (
        "single_choice",
        within("options", 1, "id", value="b c"),
        "options.1.id: String should match pattern",
    ),
    # Keys.
    "no key": ("single_choice", drop("key"), "the key must be a list of option ids"),
    "key no list": ("single_choice", put("key", "a"), "key.tuple[str, ...]: Input should be a valid tuple"),
    "key a mapping": ("single_choice", put("key", {"a": "b"}), "the key must be a list of option ids"),
    "key not an option": ("single_choice", put("key", ["d"]), "the key must be a list of option ids"),
    "empty key": ("single_choice", put("key", []), "single_choice has exactly one right option"),
    "two keys": ("single_choice", put("key", ["a", "b"]), "single_choice has exactly one right option"),
    "only one of several": (
        "multiple_choice",
        put("key", ["a"]),
        "multiple_choice needs at least two right options and one wrong one",
    ),
    "all of several": (
        "multiple_choice",
        put("key", ["a", "b", "c", "d"]),
        "multiple_choice needs at least two right options and one wrong one",
    ),
    "one of several twice": (
        "multiple_choice",
        put("key", ["a", "a"]),
        "multiple_choice needs at least two right options and one wrong one",
    ),
    "unquoted truth": ("true_false", put("key", [True]), "Input should be a valid string"),
    "other truths": (
        "true_false",
        lambda tree: tree.update(options=options("yes", "no"), key=["yes"]),
        'true_false takes exactly the options "true" and "false"',
    ),
    "a line left out": ("order_lines", put("key", ["a", "b"]), "the key must hold every line once"),
    "a line twice": ("order_lines", put("key", ["a", "b", "c", "a"]), "the key must hold every line once"),
    # Pairs.
    "matches elsewhere": (
        "single_choice",
        put("matches", [{"id": "x", "text": "X"}]),
        "only match_pairs takes matches",
    ),
    "same match": ("match_pairs", within("matches", 1, "id", value="x"), "two matches share an id"),
    "too few matches": (
        "match_pairs",
        lambda tree: tree["matches"].pop(),
        "match_pairs needs at least as many matches as options",
    ),
    "a prompt without a match": (
        "match_pairs",
        put("key", {"a": "x", "b": "y"}),
        "the key must name a match for every option",
    ),
    "pairs as a list": (
        "match_pairs",
        put("key", ["a", "b", "c"]),
        "the key must name a match for every option",
    ),
    "a match that is not there": (
        "match_pairs",
        put("key", {"a": "x", "b": "y", "c": "w"}),
        "the key names a match that does not exist",
    ),
    # Filling in.
    "key to fill in": ("fill_in", put("key", ["a"]), "fill_in takes accept or number instead of key"),
    "text and number": ("fill_in", put("number", 3), "fill_in takes either accept or number"),
    "neither text nor number": ("fill_in", put("accept", []), "fill_in takes either accept or number"),
    "nothing explained": ("fill_in", drop("explanation"), "fill_in needs an explanation"),
    "accept elsewhere": ("single_choice", put("accept", ["x"]), "only fill_in takes accept, number or toler"),
    "number elsewhere": ("single_choice", put("number", 0), "only fill_in takes accept, number or tolerance"),
    "tolerance elsewhere": ("single_choice", put("tolerance", 1), "only fill_in takes accept, number or tol"),
    "negative tolerance": ("fill_in", put("tolerance", -1), "tolerance: Input should be greater than"),
    "empty accept": ("fill_in", put("accept", [" "]), "accept.0: is still empty"),
    # Code that runs.
    "output without code": (
        "output",
        lambda tree: tree.update(code=None, evidence={"kind": "cited", "location": "x"}),
        "an output item needs code",
    ),
    "evidence without code": (
        "single_choice",
        put("evidence", FORMATS["output"]["evidence"]),
        "executed evidence needs code",
    ),
    "another output": (
        "output",
        within("evidence", "stdout", value="Option b"),
        "the key option's text is not what the code printed",
    ),
    "runtime": (
        "output",
        within("evidence", "runtime", value="python"),
        "evidence.executed.runtime: Input should be 'node', 'java', 'react', 'vue', 'angular' or 'csharp'",
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_each_fault_is_named_with_file_and_item(author: Author, name: str):
    check_named(author, MUTATIONS[name])
