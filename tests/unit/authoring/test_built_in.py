"""The built-in questions: what `webdev-certs items check` does not say of them, and a sample of their code.

`tests/unit/cli/test_items_check.py` runs the check; CI also runs `webdev-certs items verify`.
"""

from collections import Counter

import pytest

from tests.built_in import built_in_bank
from webdev_certs.authoring.execution import claims, verify
from webdev_certs.server.content.bank import TECHNOLOGIES
from webdev_certs.server.content.format import Executed, Item

SAMPLE = 3
"""Items of a runtime that are run here."""


def items() -> list[Item]:
    return [item for technology in built_in_bank().technologies.values() for item in technology.items]


def test_it_loads_with_all_technologies():
    assert tuple(built_in_bank().technologies) == TECHNOLOGIES
    assert TECHNOLOGIES[:5] == ("react", "angular", "vue", "csharp", "java")


@pytest.mark.parametrize("technology", TECHNOLOGIES)
def test_topics_say_what_they_are_about(technology: str):
    for topic in built_in_bank().get(technology).blueprint.topics:
        assert 2 <= len(topic.objectives) <= 4, topic.id
        assert topic.reference, topic.id


def test_every_format_is_there():
    assert {item.format for item in items()} == {
        "single_choice",
        "multiple_choice",
        "true_false",
        "output",
        "fill_in",
        "order_lines",
        "match_pairs",
    }


def test_no_two_items_ask_the_same():
    asked = Counter((item.stem, item.code.text if item.code else "", item.options) for item in items())
    assert [stem for (stem, *_), times in asked.items() if times > 1] == []


def test_outputs_are_always_checked_by_running():
    outputs = [item for item in items() if item.format == "output" and item.model is None]
    assert [item.id for item in outputs if not isinstance(item.evidence, Executed)] == []


@pytest.mark.parametrize("name", ["node", "java"])
def test_running_the_code_prints_what_the_evidence_says(name: str):
    families = [each for part in built_in_bank().technologies.values() for each in part.families.values()]
    sample = [claim for claim in claims(families) if claim.evidence.runtime == name][:SAMPLE]
    for verdict in verify(sample):
        if not verdict.ran:
            # Node is a dependency of the product, a JDK is not.
            assert name == "java", verdict.message
            pytest.skip(verdict.message)
        assert not verdict.disagrees, f"{verdict.name}: {verdict.message}"
