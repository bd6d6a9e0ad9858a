"""The strict loader: every fault is named with file and item."""

import copy
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from webdev_certs.content import bank as bank_module
from webdev_certs.content.bank import Bank, BankError, load_bank
from webdev_certs.content.format import DEFAULT_DIFFICULTY, Item
from webdev_certs.domain.errors import NotFound

Tree = dict[str, Any]
Change = Callable[[Tree], Any]


def options(*ids: str) -> list[Tree]:
    return [{"id": id_, "text": f"Option {id_}", "explanation": f"Why {id_}."} for id_ in ids]


def item(item_format: str = "single_choice", number: int = 1, **changes: Any) -> Tree:
    """A good item of a format, as an author writes it."""
    return {
        "id": f"rust-basics-{number:03}",
        "version": 1,
        "topic": "basics",
        "difficulty": "beginner",
        "format": item_format,
        "stem": "What is it?",
        "reference": {"title": "Book", "url": "https://doc.rust-lang.org/book/"},
        "expected_seconds": 60,
        "evidence": {"kind": "cited", "location": "first paragraph"},
        **copy.deepcopy(FORMATS[item_format]),
        **changes,
    }


FORMATS: dict[str, Tree] = {
    "single_choice": {"options": options("a", "b", "c"), "key": ["a"]},
    "multiple_choice": {"options": options("a", "b", "c", "d"), "key": ["a", "b"]},
    "true_false": {"options": options("true", "false"), "key": ["true"]},
    "output": {
        "options": options("a", "b", "c"),
        "key": ["a"],
        "code": {"language": "js", "text": "console.log('Option a')"},
        "evidence": {"kind": "executed", "runtime": "node", "version": "24", "stdout": "Option a\n"},
    },
    "fill_in": {"accept": ["42"], "explanation": "It is."},
    "order_lines": {"options": options("a", "b", "c"), "key": ["b", "a", "c"]},
    "match_pairs": {
        "options": options("a", "b", "c"),
        "matches": [{"id": id_, "text": f"Match {id_}"} for id_ in "xyz"],
        "key": {"a": "x", "b": "y", "c": "z"},
    },
}


def blueprint(**changes: Any) -> Tree:
    return {
        "technology": "rust",
        "name": "Rust",
        "title": "Certified Rust Developer",
        "summary": "Rust.",
        "cut_score": 500,
        "minutes": 45,
        "official_hosts": ["doc.rust-lang.org"],
        "topics": [{"id": "basics", "title": "Basics", "items": 20}],
        **changes,
    }


class Author:
    """A bank in the making: one technology in one folder."""

    def __init__(self, root: Path, technology: str = "rust") -> None:
        self.root = root
        self.folder = root / technology
        self.folder.mkdir(parents=True)
        self.items_file = self.folder / "basics.yaml"
        self.blueprint_file = self.folder / "blueprint.yaml"

    def write(self, first: Any = None, **blueprint_changes: Any) -> None:
        """Writes twenty good items, the first of them as given."""
        entries = [item(number=number) for number in range(1, 21)]
        if first is not None:
            entries[0] = first
        self.items_file.write_text(yaml.safe_dump(entries))
        self.blueprint_file.write_text(yaml.safe_dump(blueprint(**blueprint_changes)))

    def faults(self) -> list[str]:
        """The loader's complaints, each `file: item: message` with the file relative to the bank."""
        try:
            load_bank([self.root])
        except BankError as error:
            return [line.replace(f"{self.root}/", "") for line in str(error).splitlines()]
        return []


@pytest.fixture(autouse=True)
def _no_built_in_bank(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """These tests' own banks are all there is, for speed."""
    empty = tmp_path / "built-in"
    empty.mkdir()
    monkeypatch.setattr(bank_module, "BUILT_IN", empty)


@pytest.fixture
def author(tmp_path: Path) -> Author:
    return Author(tmp_path / "bank")


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
    assert [entry.id for entry in rust.by_topic["basics"]] == [entry.id for entry in rust.items]
    assert bank.item("rust-basics-001", 2) is None
    with pytest.raises(NotFound) as refusal:
        bank.get("cobol")
    assert refusal.value.extra == {"technologies": ["rust"]}


def test_difficulty_stands_in_for_a_calibration():
    for difficulty, b in DEFAULT_DIFFICULTY.items():
        assert Item.model_validate(item(difficulty=difficulty)).parameters == (1.0, b)
    assert Item.model_validate(item(calibration={"a": 1.5, "b": 0.25})).parameters == (1.5, 0.25)


def test_the_digest_follows_the_content_and_nothing_else():
    good = Item.model_validate(item())
    assert len(good.digest) == 64
    shuffled = dict(reversed(item().items()))
    assert Item.model_validate(shuffled).digest == good.digest
    assert Item.model_validate(item(calibration={"a": 1.5, "b": 0.25})).digest == good.digest
    assert Item.model_validate(item(tolerance=0.0, case_sensitive=False)).digest == good.digest
    changes = ({"stem": "What?"}, {"version": 2}, {"key": ["b"]}, {"expected_seconds": 61})
    digests = {Item.model_validate(item() | change).digest for change in changes}
    assert len(digests | {good.digest}) == 5


# Faults of one item: a good one, with one thing changed


def drop(name: str) -> Change:
    return lambda tree: tree.pop(name)


def put(name: str, value: Any) -> Change:
    return lambda tree: tree.update({name: value})


def within(name: str, *path: Any, value: Any) -> Change:
    def change(tree: Tree) -> None:
        place = tree[name]
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def add_option(id_: str) -> Change:
    return lambda tree: tree["options"].extend(options(id_))


MUTATIONS: dict[str, tuple[str, Change, str]] = {
    # What every item has.
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
    "difficulty": ("single_choice", put("difficulty", "hard"), "difficulty: Input should be 'beginner'"),
    "format": ("single_choice", put("format", "essay"), "format: Input should be 'single_choice'"),
    "empty stem": ("single_choice", put("stem", " \n"), "stem: String should have at least 1 character"),
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
        "code.text: String should have at least 1 character",
    ),
    "calibration": (
        "single_choice",
        put("calibration", {"a": 0, "b": 0}),
        "calibration.a: Input should be greater than 0",
    ),
    # Options.
    "no explanation": (
        "single_choice",
        lambda tree: tree["options"][1].pop("explanation"),
        "options.1.explanation: Field required",
    ),
    "empty explanation": (
        "single_choice",
        within("options", 1, "explanation", value=" "),
        "options.1.explanation: String should have at least 1 character",
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
    "empty accept": ("fill_in", put("accept", [" "]), "accept.0: String should have at least 1 character"),
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
        "evidence.executed.runtime: Input should be 'node' or 'java'",
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_each_fault_is_named_with_file_and_item(author: Author, name: str):
    item_format, change, message = MUTATIONS[name]
    bad = item(item_format)
    change(bad)
    author.write(bad)
    author.blueprint_file.write_text(
        yaml.safe_dump(blueprint(topics=[{"id": "basics", "title": "B", "items": 19}, OTHER]))
    )
    (author.folder / "other.yaml").write_text(yaml.safe_dump([item(number=90, topic="other")]))
    place = f"rust/basics.yaml: {bad.get('id', 'item 1')}: "
    faults = author.faults()
    assert any(fault.startswith(place) and message in fault for fault in faults)
    # A key may be a list or a mapping, so a malformed one is told what is wrong with it as either.
    assert all(fault.startswith(f"{place}{'key.' if len(faults) > 1 else ''}") for fault in faults)


OTHER = {"id": "other", "title": "Other", "items": 1}


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
    assert "topic 'basics' asks for 20 items; the bank has 19" in faults[-1]
    assert any(fault.startswith("rust/more.yaml: is not valid YAML") for fault in faults)


# Faults of files


def test_an_id_is_used_once(author: Author):
    author.write(item(number=2))
    (fault,) = author.faults()
    assert fault == "rust/basics.yaml: rust-basics-002: the id is already used in rust/basics.yaml"


def test_an_id_is_used_once_in_all_files(author: Author):
    author.write()
    (author.folder / "more.yaml").write_text(yaml.safe_dump([item(number=7)]))
    (fault,) = author.faults()
    assert fault == "rust/more.yaml: rust-basics-007: the id is already used in rust/basics.yaml"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "is not valid YAML: "),
        ("a: b: c", "is not valid YAML: "),
        ("- !!python/object/apply:os.system [id]", "is not valid YAML: "),
        ("a: 1", "must be a list of items"),
        ("", "is empty"),
        ("# nothing yet", "is empty"),
        ("just text", "must be a list of items"),
    ],
)
def test_a_file_that_is_no_list_is_named(author: Author, text: str, message: str):
    author.write()
    (author.folder / "more.yaml").write_text(text)
    (fault,) = author.faults()
    assert fault.startswith(f"rust/more.yaml: {message}")


def test_a_file_in_another_encoding_is_named(author: Author):
    author.write()
    (author.folder / "more.yaml").write_bytes("- ä".encode("latin-1"))
    (fault,) = author.faults()
    assert fault.startswith("rust/more.yaml: is not valid YAML: ")


def test_a_field_that_is_written_twice_is_named(author: Author):
    author.write()
    twice = yaml.safe_dump([item(number=21)]).replace("  version: 1\n", "  version: 1\n  version: 2\n")
    (author.folder / "more.yaml").write_text(twice)
    (fault,) = author.faults()
    assert fault.startswith("rust/more.yaml: is not valid YAML: ")
    assert "version" in fault


# Blueprints


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"extra": 1}, "extra: Extra inputs are not permitted"),
        ({"title": ""}, "title: String should have at least 1 character"),
        ({"cut_score": 900}, "cut_score: Input should be less than or equal to 800"),
        ({"minutes": 0}, "minutes: Input should be greater than or equal to 5"),
        ({"official_hosts": []}, "official_hosts: Tuple should have at least 1 item"),
        ({"topics": []}, "topics: Tuple should have at least 1 item"),
        ({"topics": [{"id": "basics", "title": "B", "items": 0}]}, "topics.0.items: Input should be greater"),
        ({"topics": [{"id": "basics", "title": "B", "items": 10}] * 2}, "two topics share an id"),
        (
            {"topics": [{"id": "basics", "title": "B", "items": 19}]},
            "the quotas add up to 19, not to 20–40 items",
        ),
        (
            {"topics": [{"id": "basics", "title": "B", "items": 41}]},
            "the quotas add up to 41, not to 20–40 items",
        ),
        ({"technology": "go"}, "technology 'go' is not the folder's name"),
    ],
)
def test_a_fault_of_the_blueprint_is_named(author: Author, changes: Tree, message: str):
    author.write(**changes)
    assert author.faults()[0].startswith(f"rust/blueprint.yaml: {message}")


def test_a_quota_that_cannot_be_met_is_named_in_its_own_file(author: Author):
    author.write(topics=[{"id": "basics", "title": "B", "items": 21}])
    assert author.faults() == [
        "rust/blueprint.yaml: topic 'basics' asks for 21 items; the bank has 20",
    ]


@pytest.mark.parametrize(
    ("text", "message"), [(None, "is missing"), ("", "is empty"), ("[", "is not valid YAML")]
)
def test_a_technology_needs_a_blueprint(author: Author, text: str | None, message: str):
    author.write()
    if text is None:
        author.blueprint_file.unlink()
    else:
        author.blueprint_file.write_text(text)
    (fault,) = author.faults()
    assert fault.startswith(f"rust/blueprint.yaml: {message}")


# Banks of one's own


def test_a_bank_may_add_items_to_a_technology_of_another(author: Author, tmp_path: Path):
    author.write()
    own = tmp_path / "own" / "rust"
    own.mkdir(parents=True)
    (own / "more.yaml").write_text(yaml.safe_dump([item(number=21)]))
    bank = load_bank([author.root, own.parent])
    assert len(bank.get("rust").items) == 21
    assert bank.get("rust").items[-1].id == "rust-basics-021"


def test_quotas_are_met_by_all_banks_together(author: Author, tmp_path: Path):
    author.write(topics=[{"id": "basics", "title": "B", "items": 21}])
    own = tmp_path / "own" / "rust"
    own.mkdir(parents=True)
    (own / "more.yaml").write_text(yaml.safe_dump([item(number=21)]))
    assert load_bank([author.root, own.parent]).get("rust").blueprint.length == 21


def test_a_second_blueprint_is_not_passed_over_in_silence(author: Author, tmp_path: Path):
    author.write()
    second = Author(tmp_path / "own")
    second.blueprint_file.write_text(yaml.safe_dump(blueprint(minutes=90)))
    with pytest.raises(BankError) as refusal:
        load_bank([author.root, second.root])
    (fault,) = refusal.value.faults
    assert fault.file == second.blueprint_file
    assert str(author.blueprint_file) in fault.message


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


def test_technologies_of_ones_own_come_after_ours(author: Author, tmp_path: Path):
    author.write()
    for technology in ("vue", "go"):
        folder = tmp_path / "bank" / technology
        shutil.copytree(author.folder, folder)
        for file in folder.iterdir():
            file.write_text(file.read_text().replace("rust-basics", f"{technology}-basics"))
        (folder / "blueprint.yaml").write_text(yaml.safe_dump(blueprint(technology=technology)))
    assert list(load_bank([author.root]).technologies) == ["vue", "go", "rust"]


def test_a_bank_can_be_made_of_parts(author: Author):
    author.write()
    loaded = load_bank([author.root])
    assert Bank(loaded.technologies.values()).technologies == loaded.technologies
