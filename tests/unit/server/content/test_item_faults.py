"""Every fault of an item is named with its file and item."""

from typing import Any

import pytest
import yaml

from tests.author import DROP, FORMATS, Author, Mutation, blueprint, changed, item, options

OTHER = {"id": "other", "title": "Other", "items": 1}
REQUIRED = (
    "id",
    "version",
    "topic",
    "difficulty",
    "format",
    "stem",
    "reference",
    "expected_seconds",
)
SEVERAL = "multiple_choice needs at least two right options and one wrong one"
INFINITE = float("inf")
EXTRA = "Extra inputs are not permitted"
FAULTS: dict[str, list[Mutation]] = {
    "single_choice": [
        *((name, DROP, f"{name}: Field required") for name in REQUIRED),
        ("evidence", DROP, "the evidence is missing"),
        ("hint", "x", f"hint: {EXTRA}"),
        ("options.0.why", "x", f"options.0.why: {EXTRA}"),
        ("reference.page", 1, f"reference.page: {EXTRA}"),
        ("evidence.stdout", "x", f"evidence.cited.stdout: {EXTRA}"),
        ("id", "rust-basics-1", "id: String should match pattern"),
        ("id", "react-basics-001", "the id must start with rust-"),
        ("version", 0, "version: Input should be greater than or equal to 1"),
        ("topic", "macros", "topic 'macros' is not in the blueprint"),
        ("pool", "exam", "pool: Input should be 'certification', 'practice' or 'pretest'"),
        ("angoff", 1.5, "angoff: Input should be less than or equal to 0.99"),
        ("difficulty", "hard", "difficulty: Input should be 'beginner'"),
        ("format", "essay", "format: Input should be 'single_choice'"),
        ("stem", " \n", "stem: is still empty"),
        ("stem", 7, "stem: Input should be a valid string"),
        ("expected_seconds", 14, "expected_seconds: Input should be greater"),
        ("expected_seconds", 241, "expected_seconds: Input should be less"),
        ("reference.url", "http://doc.rust-lang.org/book/", "reference.url: String should match pattern"),
        ("reference.url", "", "reference.url: is still empty"),
        (
            "reference.url",
            "https://example.com/",
            "host example.com is not one of the blueprint's official_hosts",
        ),
        (
            "reference.url",
            "https://doc.rust-lang.org.example.com/",
            "host doc.rust-lang.org.example.com is not",
        ),
        ("evidence", {"kind": "felt"}, "evidence: Input tag 'felt' found"),
        ("evidence", FORMATS["output"]["evidence"], "executed evidence needs code"),
        ("code", {"language": "perl", "text": "x"}, "code.language: Input should be 'js'"),
        ("code", {"language": "js", "text": ""}, "code.text: is still empty"),
        ("calibration", {"a": 0, "b": 0}, "calibration.a: Input should be greater than 0"),
        ("options.1.explanation", DROP, "options.1.explanation: Field required"),
        ("options.1.explanation", " ", "options.1.explanation: is still empty"),
        ("options.2", DROP, "single_choice takes 3 to 6 options, not 2"),
        ("options", options(*"abcdefg"), "single_choice takes 3 to 6 options, not 7"),
        ("options.1.id", "a", "two options share an id"),
        ("options.1.text", " Option a ", "two options have the same text"),
        ("options.1.id", "b c", "options.1.id: String should match pattern"),
        ("key", DROP, "the key must be a list of option ids"),
        ("key", "a", "key.tuple[str, ...]: Input should be a valid tuple"),
        ("key", {"a": "b"}, "the key must be a list of option ids"),
        ("key", ["d"], "the key must be a list of option ids"),
        ("key", [], "single_choice has exactly one right option"),
        ("key", ["a", "b"], "single_choice has exactly one right option"),
        ("matches", [{"id": "x", "text": "X"}], "only match_pairs takes matches"),
        ("accept", ["x"], "only fill_in takes accept, number or tolerance"),
        ("number", 0, "only fill_in takes accept, number or tolerance"),
        ("tolerance", 1, "only fill_in takes accept, number or tolerance"),
    ],
    "multiple_choice": [
        ("options.3", DROP, "multiple_choice takes 4 to 7 options, not 3"),
        ("key", ["a"], SEVERAL),
        ("key", ["a", "b", "c", "d"], SEVERAL),
        ("key", ["a", "a"], SEVERAL),
    ],
    "true_false": [
        ("options", options("true", "false", "maybe"), "true_false takes 2 to 2 options, not 3"),
        ("key", [True], "Input should be a valid string"),
        ("", {"options": options("yes", "no"), "key": ["yes"]}, 'exactly the options "true" and "false"'),
    ],
    "output": [
        ("options.2", DROP, "output takes 3 to 6 options, not 2"),
        ("", {"code": None, "evidence": {"kind": "cited", "location": "x"}}, "an output item needs code"),
        ("evidence.stdout", "Option b", "the key option's text is not what the code printed"),
        (
            "evidence.runtime",
            "python",
            "evidence.executed.runtime: Input should be 'node', 'java', 'react', 'vue', 'angular'",
        ),
    ],
    "fill_in": [
        ("options", options("a"), "fill_in takes 0 to 0 options, not 1"),
        ("key", ["a"], "fill_in takes accept or number instead of key"),
        ("number", 3, "fill_in takes either accept or number"),
        ("accept", [], "fill_in takes either accept or number"),
        ("explanation", DROP, "fill_in needs an explanation"),
        ("tolerance", -1, "tolerance: Input should be greater than"),
        ("", {"accept": [], "number": 1, "tolerance": INFINITE}, "tolerance: Input should be a finite"),
        ("", {"accept": [], "number": INFINITE}, "number: Input should be a finite number"),
        ("", {"accept": [], "number": float("nan")}, "number: Input should be a finite number"),
        ("", {"accept": [], "number": 2**63 - 1}, "number: has more digits than a number can have here"),
        ("", {"accept": [], "number": -(2**53) - 1}, "number: has more digits than a number can have here"),
        ("accept", [" "], "accept.0: is still empty"),
    ],
    "order_lines": [
        ("options.2", DROP, "order_lines takes 3 to 8 options, not 2"),
        ("key", ["a", "b"], "the key must hold every line once"),
        ("key", ["a", "b", "c", "a"], "the key must hold every line once"),
    ],
    "match_pairs": [
        ("options.2", DROP, "match_pairs takes 3 to 6 options, not 2"),
        ("matches.1.id", "x", "two matches share an id"),
        ("matches.2", DROP, "match_pairs needs at least as many matches as options"),
        ("key", {"a": "x", "b": "y"}, "the key must name a match for every option"),
        ("key", ["a", "b", "c"], "the key must name a match for every option"),
        ("key", {"a": "x", "b": "y", "c": "w"}, "the key names a match that does not exist"),
    ],
}


@pytest.mark.parametrize(
    ("item_format", "mutation"), [(name, mutation) for name in FAULTS for mutation in FAULTS[name]]
)
def test_each_fault_is_named_with_file_and_item_and_no_other(
    author: Author, item_format: str, mutation: Mutation
):
    path, value, message = mutation
    bad = changed(item(item_format), path, value)
    author.write(bad)
    author.blueprint_file.write_text(
        yaml.safe_dump(blueprint(topics=[{"id": "basics", "title": "B", "items": 19}, OTHER]))
    )
    (author.folder / "other.yaml").write_text(yaml.safe_dump([item(number=90, topic="other")]))
    place = f"rust/basics.yaml: {bad.get('id', 'item 1')}: "
    faults = author.faults()
    assert any(fault.startswith(place) and message in fault for fault in faults)
    # A key may be a list or a mapping, so a malformed key has a fault for each of the two.
    assert all(fault.startswith(f"{place}{'key.' if len(faults) > 1 else ''}") for fault in faults)


@pytest.mark.parametrize("entry", ["text", 7, None, ["a"]])
def test_an_entry_that_is_no_item_is_named_by_its_place(author: Author, entry: Any):
    author.write()
    entries = [item(number=number) for number in range(1, 21)] + [entry]
    author.items_file.write_text(yaml.safe_dump(entries))
    (fault,) = author.faults()
    assert fault.startswith("rust/basics.yaml: item 21: ")


def test_all_faults_are_told_at_once(author: Author):
    author.write(item(hint="x", version=0, key=["d"]), minutes=45)
    (author.folder / "more.yaml").write_text("{")
    faults = author.faults()
    assert [fault.split(": ")[2] for fault in faults[:2]] == ["version", "hint"]
    assert "topic 'basics' asks for 20 certification items; the bank has 19" in faults[-1]
    assert any(fault.startswith("rust/more.yaml: is not valid YAML") for fault in faults)
