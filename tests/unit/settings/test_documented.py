"""docs/operations.md and docs/payments.md list exactly the settings, with their defaults."""

import re
import subprocess

import pytest

from tests.conftest import ROOT
from webdev_certs.settings import Settings

_ROW = re.compile(r"^\| (`[A-Z][^|]*) \| ([^|]*) \|", re.MULTILINE)
_NAME = re.compile(r"`([A-Z][A-Z_]*?)(?:__[A-Z_…]+|_…)?`")


def documented() -> dict[str, list[str]]:
    """Return the settings in the tables, with the defaults of their row."""
    found: dict[str, list[str]] = {}
    for name in ("operations", "payments"):
        text = (ROOT / "docs" / f"{name}.md").read_text()
        for cell, default in _ROW.findall(text):
            for setting in _NAME.findall(cell):
                found.setdefault(setting, []).extend(re.findall(r"`([^`]*)`", default))
    return found


def test_all_settings_are_documented_and_nothing_else():
    names = {name.upper() for name in Settings.model_fields}
    # A row may also name a group, such as `STRIPE_…`.
    assert documented().keys() - {"STRIPE"} == names


@pytest.mark.parametrize(
    ("name", "default"),
    [
        (name.upper(), str(field.default))
        for name, field in Settings.model_fields.items()
        if isinstance(field.default, int | str)
        and not isinstance(field.default, bool)
        and field.default
        and "://" not in str(field.default)
    ],
)
def test_the_documented_default_is_that_of_the_setting(name: str, default: str):
    assert default in documented()[name]


@pytest.mark.parametrize("file", [".env", "key.pem", "data/signing-key.pem"])
def test_files_with_secrets_are_not_committed(file: str):
    ignored = subprocess.run(["git", "check-ignore", "--no-index", "--quiet", file], cwd=ROOT)
    assert ignored.returncode == 0
