"""systemd runs the shipped unit, with all its restrictions."""

import shutil
from pathlib import Path

import httpx
import pytest

from tests.e2e.deploy.systemd import Systemd, booted
from tests.ports import free_port
from tests.waiting import block_until
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.credential_keys import CredentialKey

_START_SECONDS = 120


@pytest.mark.usefixtures("built_port")
def test_the_unit_serves_comes_back_when_killed_and_stops(sqlite_template: Path, tmp_path: Path):
    port = free_port()
    unit = f"webdev-certs@{port}.service"
    state = tmp_path / "state" / "webdev-certs"
    state.mkdir(parents=True)
    shutil.copy(sqlite_template, state / "other.db")
    files = {
        "settings.env": f"SANDBOX=false\nMETRICS_PORT={free_port()}\n",
        "signing-key.pem": SigningKey.generate().pem(),
        "credential-key.pem": CredentialKey.generate().pem(),
        "database-url": "sqlite+aiosqlite:////var/lib/webdev-certs/other.db",
    }
    with booted(unit, files, tmp_path) as systemd:
        until_ready(port, systemd)
        process = systemd.property(unit, "MainPID")
        systemd.systemctl("kill", "--signal=KILL", unit)
        block_until(
            lambda: systemd.property(unit, "MainPID") not in ("0", process),
            systemd.log,
            seconds=_START_SECONDS,
        )
        until_ready(port, systemd)
        systemd.systemctl("stop", unit)
        assert systemd.property(unit, "Result") == "success", systemd.log()
        assert systemd.property(unit, "ExecMainStatus") == "0", systemd.log()
        assert (state / "other.db").stat().st_uid != 0


def until_ready(port: int, systemd: Systemd) -> None:
    def is_ready() -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{port}/api/ready", timeout=5).is_success
        except httpx.TransportError:
            return False

    block_until(is_ready, systemd.log, seconds=_START_SECONDS)
