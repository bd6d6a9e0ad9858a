"""`webdev-certs items verify`, as an author uses it."""

import re
from pathlib import Path

import pytest
from click.testing import Result

from tests.author import Author, Tree, good_item, item_model
from tests.unit.cli.operated import call
from webdev_certs.authoring.checks.releases import with_released, write_released
from webdev_certs.authoring.execution import MissingRuntime, java, processes
from webdev_certs.server.content.bank import load_bank


def program(number: int, code: str, stdout: str, runtime: str = "node") -> Tree:
    evidence = {"kind": "executed", "runtime": runtime, "version": "1", "stdout": stdout}
    return good_item(number, code={"language": "js", "text": code}, evidence=evidence)


def verify(author: Author, *arguments: str) -> Result:
    return call("items", "verify", *arguments, "--bank", author.root)


def told(result: Result) -> str:
    """Return the last line, without the seed, which is new for each run."""
    return re.sub(r" with seed \w+", "", result.stdout).rstrip("\n")


def test_endless_code_is_a_disagreement(author: Author, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(processes, "TIMEOUT_SECONDS", 0.5)
    author.write_items(program(1, "for (;;);", "1"))
    result = verify(author)
    assert result.exit_code == 1
    assert "rust-basics-001: ran for more than 0.5 s" in result.stderr


def test_items_with_other_evidence_are_not_run(author: Author):
    author.write_items(good_item(1, code={"language": "js", "text": "for (;;);"}))
    assert told(verify(author)) == "0 programs and 0 item models: 0 agree, 0 do not, 0 were not run"


def no_jdk(oldest: int = java.OLDEST) -> Path:
    raise MissingRuntime("no JDK is installed")


def test_what_could_not_be_run_is_said_and_counted(author: Author, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(java, "find_jdk", no_jdk)
    author.write_items(
        program(1, "1", "1", "java"), program(2, "1", "1", "java"), program(3, ";", "", "node")
    )
    result = verify(author)
    assert result.exit_code == 0
    assert "2 not run: no JDK is installed" in result.stderr.splitlines()
    assert told(result) == "3 programs and 0 item models: 1 agree, 0 do not, 2 were not run"


def test_items_can_be_chosen_and_a_disagreement_is_told(author: Author):
    author.write_items(program(1, "console.log(1)", "1"), program(2, "console.log(2)", "3"))
    chosen = verify(author, "rust-basics-001")
    assert chosen.exit_code == 0
    assert told(chosen) == "1 program and 0 item models: 1 agree, 0 do not, 0 were not run"
    result = verify(author, "rust")
    assert result.exit_code == 1
    assert "rust-basics-002: printed '2', the evidence says '3'" in result.stderr.splitlines()
    assert told(result) == "2 programs and 0 item models: 1 agree, 1 do not, 0 were not run"


def test_an_unknown_choice_is_refused(author: Author):
    result = verify(author, "rust-basics-001", "cobol")
    assert result.exit_code == 2
    assert "no technology, item or item model is called cobol" in result.stderr


def test_only_what_changed_since_the_release_may_be_run(author: Author):
    first, second = program(1, "console.log(1)", "2"), program(2, "console.log(2)", "2")
    author.write_items(first, second)
    write_released(with_released(load_bank([author.root]), {}))
    assert told(verify(author, "--changed")).startswith("0 programs")
    author.write_items(first, {**second, "version": 2}, program(3, "console.log(3)", "3"))
    assert told(verify(author, "--changed")).startswith("2 programs and 0 item models: 2 agree")


def test_item_models_are_proved_with_a_seed_that_repeats_the_run(author: Author):
    author.write_models(item_model(), item_model(id="rust-basics-m002", solve="output = a - b"))
    result = verify(author, "--draws", "3", "--seed", "one")
    assert result.exit_code == 1
    assert "with seed one: 1 agree, 1 do not" in result.stdout
    assert "rust-basics-m002: with a=" in result.stderr
    assert (
        verify(author, "--draws", "3", "--seed", "one").stderr.splitlines()[-1:]
        == result.stderr.splitlines()[-1:]
    )
    write_released(with_released(load_bank([author.root]), {}))
    author.write_models(item_model(), item_model(id="rust-basics-m002", version=2))
    assert "0 programs and 1 item model" in verify(author, "--changed", "--draws", "3").stdout


def test_items_with_a_fault_are_left_out_and_this_is_said(author: Author):
    author.write_items(program(1, "console.log(1)", "1"), good_item(2, hint="x"))
    result = verify(author)
    assert result.exit_code == 0
    assert "1 fault in the files, see `items check`" in result.stderr
