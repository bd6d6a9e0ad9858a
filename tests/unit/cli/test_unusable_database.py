"""Commands that need the database or the keys end with one line if these cannot be used."""

from pathlib import Path

import pytest

from tests.unit.cli.operated import call
from webdev_certs.settings import get_settings

COMMANDS = [
    ["jobs"],
    ["users", "show", "ada@example.com", "--yes"],
    ["items", "reports"],
    ["credentials", "issue"],
    ["keys", "rotate"],
]
each_command = pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    get_settings.cache_clear()


def refusal(command: list[str]) -> str:
    """Return what a command says that must end with one line."""
    result = call(*command)
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert result.output.count("\n") == 1
    return result.output


@each_command
def test_a_database_without_its_migrations(command: list[str], tmp_path: Path):
    file = tmp_path / "webdev-certs.db"
    assert refusal(command) == f"Error: The database {file} lacks migrations: run `make migrate`.\n"


def test_a_file_that_is_no_database(tmp_path: Path):
    (tmp_path / "webdev-certs.db").write_bytes(b"hunter2" * 1000)
    assert refusal(["jobs"]) == "Error: The database cannot be read: file is not a database\n"


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "file" / "data"))
    assert refusal(["jobs"]).startswith("Error: The folder of the database cannot be made: ")


@each_command
@pytest.mark.parametrize("name", ["SIGNING_KEY", "CREDENTIAL_KEY"])
def test_an_invalid_key(command: list[str], name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(name, "hunter2")
    told = refusal(command)
    assert name in told
    assert "hunter2" not in told
