"""Tests of missing stand-ins are skipped on a developer's machine and fail in CI."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

TEST = "tests/contract/stripe/test_customers.py"


def run(folder: Path, stand_in: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a stand-in's tests with an empty cache and without network access."""
    command = [sys.executable, "-m", "pytest", TEST, "-q", "-k", stand_in, "-p", "no:cacheprovider", "-rs"]
    offline = {
        "XDG_CACHE_HOME": str(folder / "cache"),
        "NPM_CONFIG_CACHE": str(folder / "npm"),
        # Nothing listens on the discard port.
        "NPM_CONFIG_REGISTRY": "http://127.0.0.1:9/",
        "NPM_CONFIG_FETCH_RETRIES": "0",
        "STRIPE_TEST_KEY": "",
    }
    return subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"REQUIRE_STANDINS": ""} | offline | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_a_stand_in_that_cannot_be_installed_is_skipped_unless_required(tmp_path: Path):
    skipped = run(tmp_path, "emulate")
    assert skipped.returncode == 0, skipped.stdout
    assert "npm install" in skipped.stdout, "the reason is shown"
    required = run(tmp_path, "emulate", REQUIRE_STANDINS="1")
    assert required.returncode == 1, required.stdout
    assert "npm install" in required.stdout


def test_stripe_itself_is_never_required(tmp_path: Path):
    skipped = run(tmp_path, "stripe]", REQUIRE_STANDINS="1")
    assert skipped.returncode == 0, skipped.stdout
    assert "STRIPE_TEST_KEY is not set" in skipped.stdout
