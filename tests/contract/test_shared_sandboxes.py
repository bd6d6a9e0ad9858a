"""Two processes of the product share the sandboxes of a third, with the settings that it prints."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.killable import Server, running
from tests.api.payments.shop import order
from tests.conftest import ROOT
from tests.factories import generous_limits, register
from tests.ports import free_port
from tests.waiting import until
from webdev_certs.settings import Settings

pytestmark = pytest.mark.one_database
_MAILS = "/sandbox/mail/messages.json"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    changes = {
        "ENV_FILE": os.devnull,
        "DATA_DIR": str(tmp_path),
        "SANDBOX_PORT": str(free_port()),
        "PUBLIC_URL": "http://localhost:8000",
    }
    return {**os.environ, **changes}


@pytest.fixture
def printed(environment: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Run the sandboxes, and return the settings that they print, by their names in lower case."""
    command = [sys.executable, "-u", "-m", "webdev_certs.cli.main", "sandbox"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout
        try:
            lines = [process.stdout.readline().rstrip("\n") for _ in range(10)]
            yield {name.lower(): value for name, value in (line.split("=", 1) for line in lines)}
        finally:
            os.killpg(process.pid, signal.SIGKILL)


async def test_two_processes_share_mails_payments_and_sign_ins(
    printed: dict[str, Any], database_url: str, tmp_path: Path
):
    settings = Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        hold_attempts=False,
        data_dir=tmp_path,
        database_url=database_url,
        limits=generous_limits(),
        **printed,
    )
    async with AsyncExitStack() as stack:
        box = await stack.enter_async_context(httpx.AsyncClient(base_url=settings.supabase_url, timeout=30))

        async def serves() -> bool:
            try:
                return (await box.get(_MAILS)).is_success
            except httpx.TransportError:
                return False

        await until(serves, seconds=60)
        servers: list[Server] = [await stack.enter_async_context(running(settings)) for _ in range(2)]
        learners = [await register(server.client) for server in servers]
        emails = {learner.user["email"] for learner in learners}

        async def both_have_a_mail() -> bool:
            mails = (await box.get(_MAILS)).json()["messages"]
            return emails <= {recipient for mail in mails for recipient in mail["recipients"]}

        await until(both_have_a_mail, seconds=60)
        for server, learner in zip(servers, learners, strict=True):
            answer = await server.client.post(
                "/api/payments/create-checkout-session",
                json=order(success_url=f"{settings.origin}/payment", cancel_url=f"{settings.origin}/payment"),
                headers=learner.headers,
            )
            assert answer.is_success, answer.text
            assert answer.json()["url"].startswith(f"{settings.stripe_api_base}/")
        # Any key is accepted, but there must be one.
        keys = await box.get("/auth/v1/.well-known/jwks.json", headers={"apikey": settings.supabase_anon_key})
        assert len(keys.json()["keys"]) == 1
        # DNS rebinding: a page of another site cannot read them through a name of its own.
        assert (await box.get(_MAILS, headers={"Host": "evil.example"})).status_code == 421


def test_production_has_no_sandboxes(environment: dict[str, str]):
    command = [sys.executable, "-m", "webdev_certs.cli.main", "sandbox"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment | {"SANDBOX": "false"}, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 1
    assert "does not allow sandboxes" in done.stderr
