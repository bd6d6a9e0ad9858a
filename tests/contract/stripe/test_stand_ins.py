"""Other people's stand-ins may be missing on one's own machine, but not in CI."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

TEST = "tests/contract/stripe/test_customers.py"


def run(folder: Path, stand_in: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a stand-in's tests where nothing is installed yet, and nothing can be."""
    command = [sys.executable, "-m", "pytest", TEST, "-q", "-k", stand_in, "-p", "no:cacheprovider", "-rs"]
    offline = {
        "XDG_CACHE_HOME": str(folder / "cache"),
        "NPM_CONFIG_CACHE": str(folder / "npm"),
        # Nobody listens on the discard port.
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


def test_what_cannot_be_installed_is_left_out_or_a_failure_where_it_is_required(tmp_path: Path):
    left_out = run(tmp_path, "emulate")
    assert left_out.returncode == 0, left_out.stdout
    assert "npm install" in left_out.stdout, "the reason is told"
    required = run(tmp_path, "emulate", REQUIRE_STANDINS="1")
    assert required.returncode == 1, required.stdout
    assert "npm install" in required.stdout


def test_stripe_itself_is_never_required(tmp_path: Path):
    left_out = run(tmp_path, "stripe]", REQUIRE_STANDINS="1")
    assert left_out.returncode == 0, left_out.stdout
    assert "STRIPE_TEST_KEY is not set" in left_out.stdout
