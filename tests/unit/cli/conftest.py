"""A bank that contains only what a test writes, and settings that are read again for each test."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.author import Author
from tests.built_in import built_in_bank
from webdev_certs.cli import transactions
from webdev_certs.cli.items import reading
from webdev_certs.server.content import bank as bank_module
from webdev_certs.server.content.bank import Bank, Fault
from webdev_certs.settings import get_settings


@pytest.fixture(autouse=True)
def _fresh_settings() -> Iterator[None]:
    yield
    get_settings.cache_clear()


@pytest.fixture
def command_database(database_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let the commands use the test's database, and return its URL."""
    monkeypatch.setenv("DATABASE_URL", database_url)
    # The audit log names the user who has called sudo.
    monkeypatch.delenv("SUDO_USER", raising=False)
    get_settings.cache_clear()
    return database_url


@pytest.fixture
def bank_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands about accounts and credentials find the built-in bank already read."""
    monkeypatch.setattr(transactions, "load_configured_bank", lambda *_: built_in_bank())


@cache
def _read_once(dirs: tuple[Path, ...], seed: str) -> tuple[Bank, list[Fault]]:
    return bank_module.read_bank(dirs, seed)


@pytest.fixture
def banks_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands about questions and exams find the banks that another command has read."""
    monkeypatch.setattr(reading, "read_bank", lambda dirs, seed: _read_once(tuple(dirs), seed))


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Author:
    """An author whose bank of 40 good items is the only one there is."""
    empty = tmp_path / "built-in"
    empty.mkdir()
    monkeypatch.setattr(bank_module, "BUILT_IN", empty)
    monkeypatch.delenv("QUESTION_BANK_DIRS", raising=False)
    get_settings.cache_clear()
    author = Author(tmp_path / "bank")
    author.write()
    author.write_items()
    return author
