"""The examples in docs/authoring-questions.md are valid, so that authors can copy them."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.author import selection_model
from webdev_certs.authoring.execution import MissingRuntime, claims, verify
from webdev_certs.authoring.execution.java import find_jdk
from webdev_certs.authoring.proving import prove
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import ProgramModel
from webdev_certs.server.content.item_models.selections import SelectionModel, Statement

GUIDE = Path(__file__).parents[3] / "docs" / "authoring-questions.md"


def examples(heading: str) -> list[Any]:
    """Parse the YAML examples of a section."""
    text = GUIDE.read_text("utf-8")
    level = heading.split()[0]
    section = re.split(
        rf"^#{{1,{len(level)}}} ", text.partition(f"\n{heading}\n")[2], maxsplit=1, flags=re.M
    )[0]
    return [yaml.safe_load(block) for block in re.findall(r"^```yaml\n(.*?)^```", section, re.M | re.S)]


def test_there_is_one_example_of_each_format():
    base = {
        "id": "react-hooks-001",
        "version": 1,
        "topic": "hooks",
        "difficulty": "beginner",
        "reference": {"title": "x", "url": "https://react.dev/x"},
        "expected_seconds": 45,
        "evidence": {"kind": "cited", "location": "x"},
    }
    items = [Item.model_validate(base | example) for example in examples("### One example of each format")]
    assert sorted(item.format for item in items) == [
        "fill_in",
        "match_pairs",
        "multiple_choice",
        "order_lines",
        "output",
        "single_choice",
        "true_false",
    ]


def models() -> list[ProgramModel]:
    """Return the whole models, and each variant of the first."""
    ((whole,), *variants) = examples("### Program models")
    variants += examples("### Formats of program models")
    read: list[ProgramModel] = [ProgramModel.model_validate(whole)]
    for place, variant in enumerate(variants, start=2):
        tree = whole | variant | {"id": f"java-strings-m90{place}"}
        if tree["format"] in ("fill_in", "multiple_choice", "order_lines", "match_pairs"):
            tree["distractors"] = []
        if tree["format"] in ("multiple_choice", "order_lines", "match_pairs"):
            for name in ("constraints", "explanation"):
                del tree[name]
        if tree["format"] == "fill_in":
            tree["solve"] = "output = len(word) * count"
            tree["code"] = {
                "language": "java",
                "text": 'System.out.println("{= word =}".length() * {= count =});\n',
            }
        read.append(ProgramModel.model_validate(tree))
    return read


def test_the_examples_of_program_models_are_proved():
    try:
        find_jdk()
    except MissingRuntime as missing:
        pytest.skip(str(missing))
    found = models()
    assert {model.format for model in found} == {
        "output",
        "multiple_choice",
        "fill_in",
        "single_choice",
        "order_lines",
        "match_pairs",
    }
    assert [verdict.message for verdict in prove(found, "documentation", 5)] == [""] * 6


def test_the_statements_of_the_selection_model_are_valid_and_the_checked_ones_proved():
    (tree,), checked = examples("### Selection models")
    for statement in tree["statements"]:
        Statement.model_validate(statement)
    whole = selection_model(run=checked["run"])
    for place, statement in zip((0, 7), checked["statements"], strict=True):
        whole["statements"][place] |= statement
    verdicts = list(verify(claims([SelectionModel.model_validate(whole)])))
    assert [verdict.message for verdict in verdicts if verdict.ran] in ([], ["", ""])
