"""A bank that contains only what a test writes."""

from pathlib import Path

import pytest

from tests.author import Author
from webdev_certs.server.content import bank as bank_module


@pytest.fixture
def no_built_in_bank(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Leave out the built-in bank, which takes seconds to read."""
    empty = tmp_path / "built-in"
    empty.mkdir()
    monkeypatch.setattr(bank_module, "BUILT_IN", empty)


@pytest.fixture
def author(no_built_in_bank: None, tmp_path: Path) -> Author:
    return Author(tmp_path / "bank")
