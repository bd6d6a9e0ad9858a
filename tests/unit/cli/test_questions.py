"""`webdev-certs questions check`, as an author uses it."""

import os
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from tests.unit.content.author import Author, item
from webdev_certs.cli.main import cli
from webdev_certs.server.content import bank as bank_module
from webdev_certs.server.content import execution
from webdev_certs.settings.settings import get_settings


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Author:
    """A bank that is the only one there is, so that a check is quick."""
    empty = tmp_path / "built-in"
    empty.mkdir()
    monkeypatch.setattr(bank_module, "BUILT_IN", empty)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("QUESTION_BANK_DIRS", raising=False)
    get_settings.cache_clear()
    author = Author(tmp_path / "bank")
    author.write()
    return author


@pytest.fixture(autouse=True)
def _fresh_settings():
    yield
    get_settings.cache_clear()


def check(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["questions", "check", *map(str, arguments)])


def run_of(code: str, stdout: str, runtime: str = "node") -> dict:
    evidence = {"kind": "executed", "runtime": runtime, "version": "1", "stdout": stdout}
    return item(code={"language": "js", "text": code}, evidence=evidence)


def test_the_built_in_bank_is_in_order():
    result = check()
    assert (result.exit_code, result.stderr) == (0, "")
    names = [line.partition(":")[0] for line in result.stdout.splitlines()]
    assert names[:5] == ["React", "Angular", "Vue", "C#", "Java"]
    assert all(line.endswith(" items in order") for line in result.stdout.splitlines())


def test_a_bank_of_ones_own_is_checked(author: Author):
    result = check(author.root)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "Rust: 20 items in order\n", "")


def test_so_are_those_of_the_settings(author: Author, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("QUESTION_BANK_DIRS", str(author.root))
    assert check().stdout == "Rust: 20 items in order\n"


def test_faults_are_named_and_counted(author: Author):
    author.write(item(hint="x", version=0))
    result = check(author.root)
    assert (result.exit_code, result.stdout) == (1, "")
    lines = result.stderr.splitlines()
    place = f"{author.items_file}: rust-basics-001"
    assert lines[0].startswith(f"{place}: version: ")
    assert lines[1] == f"{place}: hint: Extra inputs are not permitted"
    assert lines[2].startswith(f"{author.blueprint_file}: topic 'basics' asks for 20 items")
    assert lines[3:] == ["3 faults"]


def test_one_fault_is_one(author: Author):
    (author.folder / "more.yaml").write_text("")
    assert check(author.root).stderr.splitlines()[-1] == "1 fault"


def test_a_folder_that_is_not_there_is_a_fault(tmp_path: Path):
    result = check(tmp_path / "nowhere")
    assert result.exit_code == 1
    assert f"{tmp_path / 'nowhere'}: is not a folder" in result.stderr


def test_code_is_run_only_when_asked_for(author: Author):
    author.write(run_of("console.log(1)", "2"))
    assert check(author.root).exit_code == 0
    result = check("--execute", author.root)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "rust-basics-001: printed '1', the evidence says '2'\n1 fault\n"


def test_code_that_prints_what_it_should_is_in_order(author: Author):
    author.write(run_of("console.log(1)", "1"))
    result = check("--execute", author.root)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "Rust: 20 items in order\n", "")


def test_endless_code_is_a_fault(author: Author, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(execution, "TIMEOUT_SECONDS", 0.5)
    author.write(run_of("for (;;);", "1"))
    result = check("--execute", author.root)
    assert result.exit_code == 1
    assert "rust-basics-001: ran for more than 0.5 s" in result.stderr


def test_what_could_not_be_run_is_said(author: Author, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    author.write(run_of("console.log(1)", "2"))
    monkeypatch.setenv("PATH", str(tmp_path))
    result = check("--execute", author.root)
    assert result.exit_code == 0
    assert result.stderr == "not run, their runtime is not installed: rust-basics-001\n"


def test_unknown_options_are_refused():
    assert check("--quick").exit_code == 2


def test_items_with_other_evidence_are_not_run(author: Author):
    author.write(yaml.safe_load(yaml.safe_dump(item(code={"language": "js", "text": "for (;;);"}))))
    assert check("--execute", author.root).exit_code == 0
