"""`webdev-certs items generate`, as an operator and an author use it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.author import Author, item_model
from webdev_certs.authoring.item_models.generating import load_or_create_seed
from webdev_certs.cli.main import cli
from webdev_certs.server.content.bank import load_bank
from webdev_certs.settings import get_settings

ID = "rust-basics-m001"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, author: Author) -> Path:
    """The data folder of a deployment that has one item model."""
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("QUESTION_BANK_DIRS", str(author.root))
    monkeypatch.delenv("ITEM_SEED", raising=False)
    get_settings.cache_clear()
    author.write_models(item_model())
    return tmp_path / "data"


def generate(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["items", "generate", "--count", "3", *arguments])


def ids(path: Path) -> list[str]:
    return [json.loads(line)["id"] for line in path.read_text().splitlines()]


def test_instances_are_made_and_read_with_the_bank(data: Path, author: Author):
    result = generate()
    assert (result.exit_code, result.stdout) == (0, "3 instances of 1 model made\n")
    bank = load_bank([author.root], data / "generated-items")
    made = bank.get("rust").instances(ID)
    assert [item.id for item in made] == ids(data / "generated-items" / "rust" / f"{ID}.jsonl")
    assert {item.pool for item in made} == {"certification"}
    assert load_bank([author.root]).get("rust").instances(ID) == []


def test_the_seed_is_made_once_and_is_secret(data: Path):
    generate()
    seed_file = data / "item-seed"
    seed = seed_file.read_text()
    assert len(seed.strip()) == 64
    assert seed_file.stat().st_mode & 0o777 == 0o600
    first = ids(data / "generated-items" / "rust" / f"{ID}.jsonl")
    generate()
    assert seed_file.read_text() == seed
    assert ids(data / "generated-items" / "rust" / f"{ID}.jsonl") == first
    assert [path.name for path in data.iterdir() if path.is_file()] == ["item-seed"]


def test_the_seed_may_come_from_the_environment(data: Path, monkeypatch: pytest.MonkeyPatch):
    generate()
    first = ids(data / "generated-items" / "rust" / f"{ID}.jsonl")
    monkeypatch.setenv("ITEM_SEED", "another")
    get_settings.cache_clear()
    generate()
    second = ids(data / "generated-items" / "rust" / f"{ID}.jsonl")
    generate("--seed", "another", "--to", str(data / "try"))
    assert second == ids(data / "try" / "rust" / f"{ID}.jsonl")
    assert first != second


def test_own_instances_replace_the_public_ones(data: Path, author: Author):
    assert generate("--seed", "x", "--to", str(author.root.parent)).exit_code == 0
    public = author.folder / "instances" / f"{ID}.jsonl"
    public.parent.mkdir()
    (author.root.parent / "rust" / f"{ID}.jsonl").rename(public)
    own = data / "generated-items"
    assert [item.id for item in load_bank([author.root], own).get("rust").instances(ID)] == ids(public)
    generate()
    instances = load_bank([author.root], own).get("rust").instances(ID)
    assert [item.id for item in instances] == ids(own / "rust" / f"{ID}.jsonl") != ids(public)


def test_instances_of_a_former_version_are_left_alone(data: Path, author: Author):
    generate()
    author.write_models(item_model(version=2))
    assert load_bank([author.root], data / "generated-items").get("rust").instances(ID) == []
    author.models_file.unlink()
    assert load_bank([author.root], data / "generated-items").get("rust").instances(ID) == []


def test_only_what_is_missing_can_be_made(data: Path, author: Author):
    generate()
    author.write_models(item_model(), item_model(id="rust-basics-m002"))
    assert generate("--missing").stdout == "3 instances of 1 model made\n"
    assert generate("--missing").stdout == "0 instances of 0 models made\n"
    assert generate("--runtime", "java").stdout == "0 instances of 0 models made\n"
    assert generate("rust-basics-m002").stdout == "3 instances of 1 model made\n"


def test_a_former_version_is_missing(data: Path, author: Author):
    generate()
    author.write_models(item_model(version=2))
    assert generate("--missing").stdout == "3 instances of 1 model made\n"


def test_a_model_that_fails_is_named_and_keeps_what_it_had(data: Path, author: Author):
    generate()
    before = ids(data / "generated-items" / "rust" / f"{ID}.jsonl")
    author.write_models(item_model(explanation="{= lines[7] =}"))
    result = generate()
    assert result.exit_code == 1
    assert f"{ID}: {ID}-" in result.stderr
    assert "no element 7" in result.stderr
    assert ids(data / "generated-items" / "rust" / f"{ID}.jsonl") == before


@pytest.mark.usefixtures("data")
def test_conflicting_options_and_unknown_technologies_are_refused():
    assert generate("--public", "--seed", "x").exit_code == 2
    assert generate("cobol").exit_code == 2


@pytest.mark.usefixtures("data")
def test_models_that_need_only_node_are_not_published():
    assert generate("--public").stdout == "0 instances of 0 models made\n"


def test_a_seed_is_created_once_and_then_read(tmp_path: Path):
    path = tmp_path / "deep" / "seed"
    assert load_or_create_seed(path) == load_or_create_seed(path)
