"""Every fault of what all items have, each named with its file and item."""

from typing import Any

import pytest
import yaml

from tests.author import Author, item
from tests.unit.server.content.mutations import Mutation, check_named, drop, put, within

MUTATIONS: dict[str, Mutation] = {
    **{
        f"no {name}": ("single_choice", drop(name), f"{name}: Field required")
        for name in (
            "id",
            "version",
            "topic",
            "difficulty",
            "format",
            "stem",
            "reference",
            "expected_seconds",
            "evidence",
        )
    },
    "unknown field": ("single_choice", put("hint", "x"), "hint: Extra inputs are not permitted"),
    "unknown field of an option": (
        "single_choice",
        within("options", 0, "why", value="x"),
        "options.0.why: Extra inputs are not permitted",
    ),
    "unknown field of the reference": (
        "single_choice",
        within("reference", "page", value=1),
        "reference.page: Extra inputs are not permitted",
    ),
    "unknown field of the evidence": (
        "single_choice",
        within("evidence", "stdout", value="x"),
        "evidence.cited.stdout: Extra inputs are not permitted",
    ),
    "id": ("single_choice", put("id", "rust-basics-1"), "id: String should match pattern"),
    "id of another technology": (
        "single_choice",
        put("id", "react-basics-001"),
        "the id must start with rust-",
    ),
    "version": ("single_choice", put("version", 0), "version: Input should be greater than or equal to 1"),
    "topic": ("single_choice", put("topic", "macros"), "topic 'macros' is not in the blueprint"),
    "pool": (
        "single_choice",
        put("pool", "exam"),
        "pool: Input should be 'certification', 'practice' or 'pretest'",
    ),
    "angoff": ("single_choice", put("angoff", 1.5), "angoff: Input should be less than or equal to 0.99"),
    "difficulty": ("single_choice", put("difficulty", "hard"), "difficulty: Input should be 'beginner'"),
    "format": ("single_choice", put("format", "essay"), "format: Input should be 'single_choice'"),
    "empty stem": ("single_choice", put("stem", " \n"), "stem: is still empty"),
    "stem no text": ("single_choice", put("stem", 7), "stem: Input should be a valid string"),
    "too quick": ("single_choice", put("expected_seconds", 14), "expected_seconds: Input should be greater"),
    "too slow": ("single_choice", put("expected_seconds", 241), "expected_seconds: Input should be less"),
    "reference not https": (
        "single_choice",
        within("reference", "url", value="http://doc.rust-lang.org/book/"),
        "reference.url: String should match pattern",
    ),
    "reference elsewhere": (
        "single_choice",
        within("reference", "url", value="https://example.com/"),
        "the reference's host example.com is not one of the blueprint's official_hosts",
    ),
    "reference to a host that only looks alike": (
        "single_choice",
        within("reference", "url", value="https://doc.rust-lang.org.example.com/"),
        "the reference's host doc.rust-lang.org.example.com is not one of",
    ),
    "evidence": ("single_choice", put("evidence", {"kind": "felt"}), "evidence: Input tag 'felt' found"),
    "language": (
        "single_choice",
        put("code", {"language": "perl", "text": "x"}),
        "code.language: Input should be 'js'",
    ),
    "empty code": (
        "single_choice",
        put("code", {"language": "js", "text": ""}),
        "code.text: is still empty",
    ),
    "calibration": (
        "single_choice",
        put("calibration", {"a": 0, "b": 0}),
        "calibration.a: Input should be greater than 0",
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_each_fault_is_named_with_file_and_item(author: Author, name: str):
    check_named(author, MUTATIONS[name])


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
