"""The start command of docs/operations.md works as it is written."""

import os
import re
import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.conftest import ROOT
from tests.e2e.product import environment
from tests.ports import free_port
from tests.waiting import block_until

_START_SECONDS = 120
_BLOCK = re.compile(r"^To start in production:\n+```sh\n(.*?)```", re.MULTILINE | re.DOTALL)


@pytest.mark.usefixtures("built_port")
def test_the_documented_start_command_starts_the_product(tmp_path: Path):
    found = _BLOCK.search((ROOT / "docs" / "operations.md").read_text())
    assert found
    # In a folder of its own, because it writes a key. The pages are built already, for another origin.
    command = found[1].replace("make run", f"make -C {ROOT} -o build run")
    port = free_port()
    variables = environment() | {"PORT": str(port), "DATA_DIR": str(tmp_path), "PUBLIC_URL": ""}
    log = tmp_path / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["sh", "-e", "-c", command],
            cwd=tmp_path,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        _until_ready(port, process, log)
        assert (tmp_path / "key.pem").stat().st_mode & 0o077 == 0
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _until_ready(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    def is_ready() -> bool:
        assert process.poll() is None, log.read_text()
        try:
            return httpx.get(f"http://127.0.0.1:{port}/api/ready", timeout=5).is_success
        except httpx.TransportError:
            return False

    block_until(is_ready, log.read_text, seconds=_START_SECONDS)
