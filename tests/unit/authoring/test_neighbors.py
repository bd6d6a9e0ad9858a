"""Which practice questions are nearest in meaning: computed when the bank is released, and checked."""

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from tests.author import Author, good_item
from tests.built_in import built_in_bank
from webdev_certs.authoring.checks import neighbors as checks
from webdev_certs.authoring.checks.embedding import model_folder
from webdev_certs.authoring.checks.neighbors import check_neighbors
from webdev_certs.authoring.execution import MissingRuntime
from webdev_certs.cli.main import cli
from webdev_certs.server.content.bank import load_bank, read_bank

STEMS = {
    1: "How often does the effect run when its list of dependencies is empty?",
    2: "An effect has an empty list of dependencies. How many times is it called?",
    3: "Which keyword declares a constant in a Java class?",
}


def installed() -> bool:
    try:
        model_folder()
    except MissingRuntime:
        return False
    return True


needs_model = pytest.mark.skipif(not installed(), reason="the package with the language model is missing")


def write(author: Author, *more: int) -> None:
    """Write a bank with 40 items for exams and some for practice."""
    practice = [good_item(100 + number, pool="practice", stem=stem) for number, stem in STEMS.items()]
    practice += [good_item(100 + number, pool="practice") for number in more]
    author.write()
    author.items_file.write_text(yaml.safe_dump([*map(good_item, range(1, 41)), *practice]))


def neighbors(author: Author) -> Result:
    return CliRunner().invoke(cli, ["items", "neighbors", str(author.root)])


@pytest.fixture
def file(author: Author) -> Path:
    return author.items_file.parent / "neighbors.json"


@needs_model
def test_the_nearest_practice_questions_are_kept_with_the_bank(author: Author, file: Path):
    write(author)
    result = neighbors(author)
    assert result.exit_code == 0, result.output
    rust = load_bank([author.root]).get("rust")
    assert rust.neighbors["rust-basics-101"][0] == "rust-basics-102"
    assert rust.neighbors["rust-basics-102"][0] == "rust-basics-101"
    named = {family for nearest in rust.neighbors.values() for family in nearest}
    assert named <= {"rust-basics-101", "rust-basics-102", "rust-basics-103"}, "no question of exams"


@needs_model
def test_neighbors_of_changed_questions_are_out_of_date(author: Author, file: Path):
    write(author)
    neighbors(author)
    assert list(check_neighbors(load_bank([author.root]).get("rust"))) == []
    write(author, 4)
    (fault,) = check_neighbors(load_bank([author.root]).get("rust"))
    assert (fault.file, fault.warning) == (file, True)
    assert "items neighbors" in fault.message


def test_without_the_language_model_nothing_is_written_and_nothing_is_missed(
    author: Author, file: Path, monkeypatch: pytest.MonkeyPatch
):
    def missing(*_items: object) -> None:
        raise MissingRuntime("the model is not installed")

    monkeypatch.setattr(checks, "vectors_of", missing)
    write(author)
    result = neighbors(author)
    assert (result.exit_code, file.exists()) == (1, False)
    assert "the model is not installed" in result.output
    rust = load_bank([author.root]).get("rust")
    assert (rust.neighbors, list(check_neighbors(rust))) == ({}, [])


def test_a_malformed_file_is_a_fault(author: Author, file: Path):
    write(author)
    for content in ("{", json.dumps({"digest": "", "nearest": {"a": "b"}})):
        file.write_text(content)
        _bank, faults = read_bank([author.root])
        assert [fault.file for fault in faults] == [file]


def test_the_built_in_neighbors_are_up_to_date():
    for technology in built_in_bank().technologies.values():
        assert list(check_neighbors(technology)) == []
        assert len(technology.neighbors) > 150
        near = {family for nearest in technology.neighbors.values() for family in nearest}
        assert {*technology.neighbors, *near} <= set(technology.practice_families), "no question of exams"
