"""A process with no settings but the test's."""

from pathlib import Path

import pytest

from webdev_certs.settings import Settings


@pytest.fixture(autouse=True)
def _nothing_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Use an empty working directory, with none of the product's variables set."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch):
    """Return a function that reads the settings from given environment variables."""

    def read(**variables: str) -> Settings:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return Settings()

    return read
