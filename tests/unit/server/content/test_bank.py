"""The strict loader: every fault is named with file and item."""

import shutil
from pathlib import Path

import pytest
import yaml

from tests.author import FORMATS, Author, Tree, blueprint, item
from webdev_certs.server.content.bank import BankError, load_bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.errors import NotFound

# Good banks


@pytest.mark.parametrize("item_format", FORMATS)
def test_every_format_is_read(author: Author, item_format: str):
    author.write(item(item_format))
    assert author.faults() == []
    read = load_bank([author.root]).item("rust-basics-001", 1)
    assert read is not None
    assert read.format == item_format
    # What is frozen in the database reads back as the same item.
    assert Item.model_validate(read.content()) == read
    assert Item.model_validate(read.content()).digest == read.digest


@pytest.mark.parametrize(
    "good",
    [
        item("fill_in", accept=[]) | {"number": 3, "tolerance": 0.5},
        item("fill_in", case_sensitive=True),
        item("match_pairs", matches=[{"id": id_, "text": f"Match {id_}"} for id_ in "uxyz"]),
        item(calibration={"a": 1.2, "b": -0.3}),
        item(explanation="In short."),
        item("output", evidence={"kind": "cited", "location": "above"}),
        item("single_choice", code={"language": "text", "text": "  x\n"}),
    ],
)
def test_what_is_optional_may_be_there(author: Author, good: Tree):
    author.write(good)
    assert author.faults() == []


def test_texts_are_not_changed(author: Author):
    author.write(item(code={"language": "text", "text": "  x\n\n"}))
    read = load_bank([author.root]).item("rust-basics-001", 1)
    assert read is not None
    assert read.code is not None
    assert read.code.text == "  x\n\n"


def test_a_bank_is_asked_for_technologies_topics_and_versions(author: Author):
    author.write()
    bank = load_bank([author.root])
    rust = bank.get("rust")
    assert rust.blueprint.length == 20
    assert list(rust.topic_titles.items()) == [("basics", "Basics")]
    assert [entry.id for entry in rust.certification["basics"]] == [entry.id for entry in rust.items]
    assert rust.practice == ()
    assert bank.item("rust-basics-001", 2) is None
    with pytest.raises(NotFound) as refusal:
        bank.get("cobol")
    assert refusal.value.extra == {"technologies": ["rust"]}


def test_difficulty_stands_in_for_a_calibration():
    for difficulty, b in (("beginner", -1.0), ("intermediate", 0.0), ("advanced", 1.0)):
        guess = 1 / len(item()["options"])
        assert Item.model_validate(item(difficulty=difficulty)).item_parameters == (1.0, b, guess, 1.0)
    rated = Item.model_validate(item(difficulty="advanced", angoff=0.9)).item_parameters
    assert -1 < rated.b < 0
    calibrated = Item.model_validate(item(calibration={"a": 1.5, "b": 0.25, "c": 0.2}))
    assert calibrated.item_parameters == (1.5, 0.25, 0.2, 1.0)


def test_the_digest_follows_the_content_and_nothing_else():
    good = Item.model_validate(item())
    assert len(good.digest) == 64
    shuffled = dict(reversed(item().items()))
    assert Item.model_validate(shuffled).digest == good.digest
    assert Item.model_validate(item(calibration={"a": 1.5, "b": 0.25})).digest == good.digest
    assert Item.model_validate(item(enemies=["rust-basics-002"])).digest == good.digest
    assert Item.model_validate(item(tolerance=0.0, case_sensitive=False)).digest == good.digest
    changes = ({"stem": "What?"}, {"version": 2}, {"key": ["b"]}, {"expected_seconds": 61})
    digests = {Item.model_validate(item() | change).digest for change in changes}
    assert len(digests | {good.digest}) == 5


# Banks of one's own


@pytest.mark.parametrize(
    ("folder", "pool"), [("", "certification"), ("certification", "certification"), ("practice", "practice")]
)
def test_a_bank_may_add_items_to_a_technology_of_another(
    author: Author, tmp_path: Path, folder: str, pool: str
):
    """Quotas are met by all banks together."""
    quota = 21 if pool == "certification" else 20
    author.write(topics=[{"id": "basics", "title": "B", "items": quota}])
    own = tmp_path / "own" / "rust" / folder
    own.mkdir(parents=True)
    (own / "more.yaml").write_text(yaml.safe_dump([item(number=21, pool=pool)]))
    rust = load_bank([author.root, tmp_path / "own"]).get("rust")
    assert (len(rust.items), rust.items[-1].id) == (21, "rust-basics-021")


def test_a_second_blueprint_of_a_technology_is_a_fault(author: Author, tmp_path: Path):
    author.write()
    second = Author(tmp_path / "own")
    second.blueprint_file.write_text(yaml.safe_dump(blueprint(minutes=90)))
    with pytest.raises(BankError) as refusal:
        load_bank([author.root, second.root])
    (fault,) = refusal.value.faults
    assert fault.file == second.blueprint_file
    assert str(author.blueprint_file) in fault.message


@pytest.mark.usefixtures("no_built_in_bank")
def test_a_folder_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(BankError) as refusal:
        load_bank([tmp_path / "nowhere"])
    assert str(refusal.value) == f"{tmp_path / 'nowhere'}: is not a folder"


def test_other_folders_and_files_are_left_alone(author: Author):
    author.write()
    (author.root / "README.md").write_text("x")
    (author.root / "empty").mkdir()
    (author.folder / "notes.txt").write_text("x")
    (author.folder / "drafts").mkdir()
    assert author.faults() == []


def test_other_technologies_come_after_the_built_in_ones(author: Author, tmp_path: Path):
    author.write()
    for technology in ("vue", "go"):
        folder = tmp_path / "bank" / technology
        shutil.copytree(author.folder, folder)
        for file in folder.iterdir():
            file.write_text(file.read_text().replace("rust-basics", f"{technology}-basics"))
        (folder / "blueprint.yaml").write_text(yaml.safe_dump(blueprint(technology=technology)))
    assert list(load_bank([author.root]).technologies) == ["vue", "go", "rust"]
