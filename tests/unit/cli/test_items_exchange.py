"""`items export`, `items import` and `items preview`, as an author uses them."""

import io
import zipfile
from functools import partial
from pathlib import Path

import pytest
import yaml

from tests.author import Author, good_item, item
from tests.unit.cli.operated import call
from webdev_certs.authoring.exchange import FORMATS
from webdev_certs.cli.items.preview import preview_page
from webdev_certs.server.content.format import Item
from webdev_certs.settings import get_settings

GIFT = """// a comment
::Sum::What is 1 + 1? {=2 ~3 ~11 #### Adding is not joining.}

The capital of France is {=Paris} today.

::Essay::Write about it. {}
"""
MOODLE = """<?xml version="1.0"?>
<quiz>
  <question type="category"><category><text>Math</text></category></question>
  <question type="truefalse"><name><text>Q1</text></name>
    <questiontext format="html"><text>1 is odd.</text></questiontext>
    <answer fraction="100"><text>true</text></answer>
    <answer fraction="0"><text>false</text></answer></question>
  <question type="essay"><name><text>Q2</text></name>
    <questiontext><text>Why?</text></questiontext></question>
</quiz>
"""
TOPIC = ("--technology", "rust", "--topic", "basics")
BOMB = '<!DOCTYPE quiz [<!ENTITY a "aaaa">]><quiz>&a;</quiz>'


run = partial(call, "items")


@pytest.fixture
def bank(author: Author, monkeypatch: pytest.MonkeyPatch) -> Author:
    monkeypatch.setenv("QUESTION_BANK_DIRS", str(author.root))
    get_settings.cache_clear()
    return author


@pytest.mark.parametrize("name", FORMATS)
def test_what_was_exported_can_be_imported(bank: Author, tmp_path: Path, name: str):
    exported = run("export", "rust-basics-001", "--format", name, "--to", tmp_path / "file")
    assert exported.exit_code == 0
    assert exported.stdout == f"1 item written to {tmp_path / 'file'}, 0 left out\n"
    assert "rust-basics-001: evidence: " in exported.stderr
    reference = ("--reference", "Book", "https://doc.rust-lang.org/book/", "--location", "first paragraph")
    target = tmp_path / "items.yaml"
    fields = ("--pool", "certification", "--difficulty", "beginner", *reference)
    imported = run("import", tmp_path / "file", "--format", name, "--to", target, *TOPIC, *fields)
    assert imported.exit_code == 0
    (tree,) = yaml.safe_load(target.read_text())
    if name == "aiken":
        assert "rust-basics-001: options.0.explanation: Field required" in imported.stderr
        return
    assert imported.stdout == f"1 item written to {target}, 0 of them incomplete\n"
    assert tree == good_item(1)


def test_items_of_other_tools_get_ids_and_what_is_missing_is_told(tmp_path: Path):
    source, target = tmp_path / "quiz.gift", tmp_path / "items.yaml"
    source.write_text(GIFT)
    result = run("import", source, "--format", "gift", "--to", target, *TOPIC, "--first", "501")
    assert result.exit_code == 0
    assert "Essay: left out: the bank has no questions of its kind" in result.stderr.splitlines()
    first, second = yaml.safe_load(target.read_text())
    assert (first["id"], first["key"]) == ("rust-basics-501", ["a"])
    assert first["explanation"] == "Adding is not joining."
    assert (second["id"], second["stem"]) == ("rust-basics-502", "The capital of France is _____ today.")
    assert second["accept"] == ["Paris"]
    assert "rust-basics-501: options.0.explanation: Field required" in result.stderr
    assert "rust-basics-502: reference: Field required" in result.stderr


def test_moodle_questions_without_a_counterpart_are_named(tmp_path: Path):
    source, target = tmp_path / "quiz.xml", tmp_path / "items.yaml"
    source.write_text(MOODLE)
    result = run("import", source, "--format", "moodle-xml", "--to", target, *TOPIC)
    assert "Q2: left out: the bank has no questions of the kind 'essay'" in result.stderr.splitlines()
    (tree,) = yaml.safe_load(target.read_text())
    assert (tree["format"], tree["key"]) == ("true_false", ["true"])


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("aiken", "What?\nA. x\nB. y\n", "the last question has no ANSWER"),
        ("aiken", "What?\nA. x\nANSWER: C\n", "line 3: the answer is none of the options"),
        ("gift", "What?", "question 1 has no answer in braces"),
        ("moodle-xml", BOMB, "is not XML that can be read"),
        ("moodle-xml", "<quiz", "is not XML that can be read"),
        ("moodle-xml", "<html/>", "is not a quiz of Moodle, but 'html'"),
        ("qti", "<quiz/>", "is not an item of QTI 3.0, but 'quiz'"),
        ("qti", BOMB, "is not XML that can be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str, content: str, message: str):
    source = tmp_path / "source"
    source.write_text(content)
    result = run("import", source, "--format", name, "--to", tmp_path / "x", *TOPIC)
    assert result.exit_code == 1
    assert f"{source}: {message}" in result.stderr
    assert not (tmp_path / "x").exists()


def _package(manifest: str) -> bytes:
    """Return a package of QTI that has nothing but its manifest."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        package.writestr("imsmanifest.xml", manifest)
    return packed.getvalue()


def _encrypted() -> bytes:
    """Return a package that says that its file is encrypted."""
    package = bytearray(_package("<manifest/>"))
    for header, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        package[package.index(header) + flags] |= 1
    return bytes(package)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("moodle-xml", b'<?xml version="1.0" encoding="none"?><quiz/>', "is not XML that can be read"),
        ("qti", b'<?xml version="1.0" encoding="none"?><quiz/>', "is not XML that can be read"),
        ("qti", _encrypted(), "the package has no readable file imsmanifest.xml"),
        (
            "qti",
            _package("<manifest/>").replace(b"PK\x01\x02", b"PK\x01\x03"),
            "is not a package that can be read",
        ),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, name: str, content: bytes, message: str):
    source = tmp_path / "source"
    source.write_bytes(content)
    result = run("import", source, "--format", name, "--to", tmp_path / "x", *TOPIC)
    assert (result.exit_code, f"{source}: {message}" in result.stderr) == (1, True), result


@pytest.mark.parametrize(
    ("name", "item_format", "found", "instead"),
    [
        ("moodle-xml", "fill_in", ">42.0<", ">forty-two<"),
        ("moodle-xml", "fill_in", ">0.5<", ">half<"),
        ("moodle-xml", "fill_in", 'fraction="100"', 'fraction="all"'),
        ("moodle-xml", "fill_in", 'fraction="100"', 'fraction="0"'),
        ("qti", "fill_in", ">42.0<", ">forty-two<"),
        ("qti", "fill_in", 'tolerance="0.5 0.5"', 'tolerance=""'),
        ("qti", "fill_in", "<qti-value>42.0</qti-value>", ""),
        ("qti", "match_pairs", "qti-simple-match-set>", "qti-simple-set>"),
    ],
)
def test_a_question_that_cannot_be_read_is_named(
    tmp_path: Path, name: str, item_format: str, found: str, instead: str
):
    number = {"accept": [], "number": 42, "tolerance": 0.5} if item_format == "fill_in" else {}
    data = FORMATS[name].dump([Item.model_validate(item(item_format) | number)]).data
    if name == "qti":
        data = zipfile.ZipFile(io.BytesIO(data)).read("items/rust-basics-001.xml")
    assert found in data.decode()
    source, target = tmp_path / "source", tmp_path / "items.yaml"
    source.write_bytes(data.decode().replace(found, instead).encode())
    result = run("import", source, "--format", name, "--to", target, *TOPIC)
    lost = "rust-basics-001: left out: a value in it is missing or cannot be read"
    assert (result.exit_code, result.stderr.splitlines()) == (0, [lost])
    assert yaml.safe_load(target.read_text()) == []


def test_a_share_that_is_no_number_is_text(tmp_path: Path):
    source, target = tmp_path / "quiz.gift", tmp_path / "items.yaml"
    source.write_text("What? {~%50.0.1%x =y ~z}")
    assert run("import", source, "--format", "gift", "--to", target, *TOPIC).exit_code == 0
    assert yaml.safe_load(target.read_text())[0]["options"][0]["text"] == "%50.0.1%x"


def test_items_that_a_format_cannot_hold_are_counted(bank: Author, tmp_path: Path):
    bank.write_items(item("order_lines"))
    result = run("export", "--format", "gift", "--to", tmp_path / "x")
    assert "rust-basics-001: left out: GIFT has no order_lines" in result.stderr.splitlines()
    assert result.stdout == f"39 items written to {tmp_path / 'x'}, 1 left out\n"


def test_a_preview_shows_item_key_evidence_and_flaws(bank: Author):
    bank.write_items(good_item(1, stem="Which is NOT `<b>` so?"))
    page = preview_page("rust-basics-001")
    assert "<p>Which is NOT <code>&lt;b&gt;</code> so?</p>" in page
    assert page.count('type="radio"') == 4
    assert "It returns garden1 – right" in page
    assert "The garden1 call is made of parts." in page
    assert "first paragraph" in page
    assert "the stem has &#39;NOT&#39; in capitals: ask for what is right" in page
    assert preview_page("rust-basics-999") == ""


def test_a_preview_of_what_is_not_there_is_refused(bank: Author):
    assert run("preview", "rust-basics-999").exit_code == 2
