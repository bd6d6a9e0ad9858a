"""The Compose file makes the secrets of an installation once, and the product accepts its settings."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import ROOT
from tests.contract.programs import program_environment

_DEPLOY = ROOT / "deploy"
_COMPOSE: dict[str, Any] = yaml.safe_load((_DEPLOY / "compose.yaml").read_text())
_SETTINGS = "from webdev_certs.settings import get_settings; print(get_settings().database)"


def make_secrets(folder: Path) -> dict[str, str]:
    """Run what the service `secrets` runs, in a folder of the test, and return its files: name → content."""
    *shell, script = _COMPOSE["services"]["secrets"]["command"]
    here = script.replace("$$", "$").replace("/secrets", str(folder))
    here = here.replace("10001:10001", f"{os.getuid()}:{os.getgid()}")
    subprocess.run([*shell, here], check=True, env=program_environment(), cwd=ROOT)
    return {file.name: file.read_text() for file in folder.iterdir()}


def test_secrets_are_made_once_and_only_their_user_reads_them(tmp_path: Path):
    secrets = make_secrets(tmp_path)
    assert secrets["signing-key.pem"].startswith("-----BEGIN PRIVATE KEY-----")
    assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}
    assert make_secrets(tmp_path) == secrets


def test_the_product_accepts_the_settings(tmp_path: Path):
    secrets = make_secrets(tmp_path)
    values = {
        name: value.replace("/secrets", str(tmp_path))
        for name, value in _COMPOSE["x-product"]["environment"].items()
    }
    environment = program_environment() | values | {"ENV_FILE": str(_DEPLOY / "settings.env")}
    done = subprocess.run(
        [sys.executable, "-c", _SETTINGS], env=environment, cwd=ROOT, capture_output=True, text=True
    )
    password = secrets["database-password"]
    assert done.stdout == f"postgresql+asyncpg://postgres:{password}@postgres/postgres\n", done.stderr
