"""A process that is not configured ends with one line, whichever command started it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.unit.settings.surroundings import PRODUCTION

_SERVE = ("-m", "webdev_certs.cli.main", "serve")
_COMMANDS = [_SERVE, ("-m", "alembic", "upgrade", "head"), ("rxconfig.py",)]


def run(command: tuple[str, ...], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    known = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
    environment = known | {"ENV_FILE": str(folder / "none"), "DATA_DIR": str(folder)} | variables
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize("command", _COMMANDS, ids=["serve", "alembic", "reflex"])
def test_a_missing_setting_is_one_line(command: tuple[str, ...], tmp_path: Path):
    variables = {name: value for name, value in PRODUCTION.items() if name != "SMTP_HOST"}
    done = run(command, tmp_path, **variables)
    assert done.returncode == 1
    assert done.stderr == (
        "Invalid settings: SMTP_HOST is required in production: emails are confirmed by mail\n"
    )


def test_all_malformed_values_are_named_on_one_line_without_them(tmp_path: Path):
    done = run(_SERVE, tmp_path, PORT="hunter2", PASSWORD_HASHERS="0", LIMITS__LOGIN__IP="hunter2")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    for name in ("PORT: ", "PASSWORD_HASHERS: ", "LIMITS__LOGIN__IP: "):
        assert name in done.stderr
    assert "hunter2" not in done.stderr


@pytest.mark.parametrize("name", ["SIGNING_KEY", "CREDENTIAL_KEY"])
def test_an_invalid_key_is_one_line(tmp_path: Path, name: str):
    done = run(_SERVE, tmp_path, **PRODUCTION | {name: "hunter2"})
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert name in done.stderr
    assert "hunter2" not in done.stderr
