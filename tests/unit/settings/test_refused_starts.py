"""A process that is not configured ends with one line, whichever command started it."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.conftest import ROOT
from tests.unit.settings.surroundings import PRODUCTION
from webdev_certs.cli.main import cli
from webdev_certs.settings import get_settings

_COMMANDS = [("-m", "webdev_certs.cli.main", "serve"), ("-m", "alembic", "upgrade", "head"), ("rxconfig.py",)]


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


def serve(**variables: str) -> Result:
    """Call the command in this process, because starting another takes seconds."""
    get_settings.cache_clear()
    result = CliRunner().invoke(cli, ["serve"], env=variables)
    get_settings.cache_clear()
    return result


def test_all_malformed_values_are_named_on_one_line_without_them():
    done = serve(PORT="hunter2", PASSWORD_HASHERS="0", LIMITS__LOGIN__IP="hunter2")
    assert done.exit_code == 1
    assert done.output.count("\n") == 1
    for name in ("PORT: ", "PASSWORD_HASHERS: ", "LIMITS__LOGIN__IP: "):
        assert name in done.output
    assert "hunter2" not in done.output


@pytest.mark.parametrize("name", ["SIGNING_KEY", "CREDENTIAL_KEY"])
def test_an_invalid_key_is_one_line(name: str):
    done = serve(**PRODUCTION | {name: "hunter2"})
    assert done.exit_code == 1
    assert done.output.count("\n") == 1
    assert name in done.output
    assert "hunter2" not in done.output


@pytest.mark.parametrize("url", ["hunter2", "mysql://user:hunter2@host/name", "postgresql:hunter2"])
def test_another_kind_of_database_is_one_line(url: str):
    done = serve(DATABASE_URL=url)
    assert done.exit_code == 1
    assert done.output == "Invalid settings: DATABASE_URL: must be a postgresql:// URL\n"


def test_migrating_a_database_that_does_not_answer_ends_without_a_traceback(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    url = f"postgresql://user:hunter2@127.0.0.1:{port}/name"
    done = run(("-m", "alembic", "upgrade", "head"), tmp_path, DATABASE_URL=url)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("The database does not answer: ")
    assert "Traceback" not in done.stderr
