"""The questions that we ship: in order, enough of them, and what their code prints checked by running it."""

import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from webdev_certs.server.content.bank import TECHNOLOGIES, Bank, load_bank
from webdev_certs.server.content.execution import executed_items, has_runtime, run_item
from webdev_certs.server.content.format import Executed, Item

BANK = load_bank()
ITEMS = [item for technology in BANK.technologies.values() for item in technology.items]
EXECUTED = executed_items(ITEMS)


def runtime(item: Item) -> str:
    assert isinstance(item.evidence, Executed)
    return item.evidence.runtime


def test_it_loads_with_the_five_technologies():
    assert tuple(BANK.technologies) == TECHNOLOGIES == ("react", "angular", "vue", "csharp", "java")


@pytest.mark.parametrize(
    ("technology", "least"), [("react", 40), *((name, 20) for name in TECHNOLOGIES if name != "react")]
)
def test_there_are_enough_items(technology: str, least: int):
    part = BANK.get(technology)
    assert len(part.items) >= least
    assert len(part.items) >= part.blueprint.length


@pytest.mark.parametrize("technology", TECHNOLOGIES)
def test_every_topic_has_more_than_a_form_takes(technology: str):
    part = BANK.get(technology)
    for topic in part.blueprint.topics:
        assert len(part.by_topic[topic.id]) >= topic.items, topic.id
    assert {item.topic for item in part.items} == {topic.id for topic in part.blueprint.topics}


@pytest.mark.parametrize("technology", TECHNOLOGIES)
def test_practice_can_be_had_in_every_difficulty(technology: str):
    counted = Counter(item.difficulty for item in BANK.get(technology).items)
    assert set(counted) == {"beginner", "intermediate", "advanced"}


def test_every_format_is_there():
    assert {item.format for item in ITEMS} == {
        "single_choice",
        "multiple_choice",
        "true_false",
        "output",
        "fill_in",
        "order_lines",
        "match_pairs",
    }


def test_no_two_items_ask_the_same():
    asked = Counter((item.stem, item.code.text if item.code else "") for item in ITEMS)
    assert [stem for (stem, _), times in asked.items() if times > 1] == []


def test_options_are_never_spoken_of_by_their_letters():
    """They are shuffled for every learner."""
    banned = ("all of the above", "none of the above", "both a and", "option a", "option b", "options a")
    for item in ITEMS:
        texts = [item.stem, item.explanation]
        texts += [text for option in item.options for text in (option.text, option.explanation)]
        assert not [phrase for phrase in banned if phrase in " ".join(texts).lower()], item.id


def test_it_is_immutable():
    assert BANK.item("react-hooks-001", 1) is not None
    with pytest.raises(ValueError, match="frozen"):
        ITEMS[0].stem = "x"
    assert isinstance(BANK, Bank)


def test_some_items_are_checked_by_running_them():
    assert Counter(map(runtime, EXECUTED)) >= Counter(node=10, java=5)


@pytest.mark.parametrize("item", EXECUTED, ids=lambda item: item.id)
def test_running_the_code_prints_what_the_evidence_says(item: Item, monkeypatch: pytest.MonkeyPatch):
    # Node comes with the virtual environment, whether or not that has been activated.
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if not has_runtime(item):
        # Node is one of our dependencies, a JDK is not.
        assert runtime(item) == "java", "Node has to be there"
        pytest.skip("no java on this machine: the evidence was not checked")
    assert run_item(item) is None
