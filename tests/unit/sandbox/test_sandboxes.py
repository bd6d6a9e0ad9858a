"""Which sandboxes a process has, and the settings with which the product finds them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.routing import Mount

from webdev_certs.sandbox.sandboxes import MAIL, STRIPE, SUPABASE, Sandboxes
from webdev_certs.settings import Settings

ALL = {MAIL, STRIPE, SUPABASE}
STRIPE_KEYS = {
    "stripe_publishable_key": "pk_test_own",
    "stripe_secret_key": SecretStr("sk_test_own"),
    "stripe_webhook_secret": SecretStr("whsec_own"),
}


@pytest.fixture
def settings_with(tmp_path: Path):
    """Create settings with these values that do not depend on the environment."""

    def settings_with(**values: Any) -> Settings:
        unset = {"smtp_host": "", "supabase_url": "", "supabase_anon_key": "", "public_url": ""}
        return Settings(_env_file=None, data_dir=tmp_path, **unset | values)  # pyright: ignore[reportCallIssue]

    return settings_with


@asynccontextmanager
async def started(settings: Settings) -> AsyncIterator[Sandboxes]:
    """Run the sandboxes of a process with these settings."""
    sandboxes = Sandboxes(settings, webhook_events=["invoice.paid"])
    async with sandboxes.running():
        yield sandboxes


def test_without_sandboxes_the_settings_stay_as_they_are(settings_with):
    settings = settings_with(public_url="https://trial.example", sandbox=False)
    sandboxes = Sandboxes(settings, webhook_events=[])
    assert sandboxes.mounts == {}
    assert sandboxes.settings is settings
    assert not sandboxes.settings.takes_payments
    assert sandboxes.settings.social_url == ""


async def test_development_has_all_sandboxes(settings_with):
    async with started(settings_with(port=9000)) as sandboxes:
        settings = sandboxes.settings
        assert set(sandboxes.mounts) == ALL
        assert settings.takes_payments
        assert settings.stripe_api_base == f"http://localhost:9000{STRIPE}"
        assert settings.social_url == f"http://localhost:9000{SUPABASE}"
        assert (settings.smtp_host, settings.smtp_security) == ("127.0.0.1", "none")


@pytest.mark.parametrize(
    ("configured", "path"),
    [
        ({"smtp_host": "mail.example"}, MAIL),
        (STRIPE_KEYS, STRIPE),
        ({"supabase_url": "https://abc.supabase.co", "supabase_anon_key": "sb_publishable_x"}, SUPABASE),
    ],
)
async def test_a_configured_provider_has_no_sandbox(settings_with, configured: dict[str, Any], path: str):
    async with started(settings_with(**configured)) as sandboxes:
        assert set(sandboxes.mounts) == ALL - {path}
        assert sandboxes.settings.model_dump(include=set(configured)) == configured


async def test_stripe_keys_are_new_at_each_start(settings_with):
    """Otherwise anyone who has read the code could pretend to be the product or the sandbox."""
    keys = set()
    for _ in range(2):
        async with started(settings_with()) as sandboxes:
            settings = sandboxes.settings
            keys |= {settings.stripe_secret_key, settings.stripe_webhook_secret}
    assert len(keys) == 4


PAGES = (f"{MAIL}/messages.json", f"{STRIPE}/", f"{SUPABASE}/auth/v1/.well-known/jwks.json")


async def answers(sandboxes: Sandboxes, host: str) -> set[int]:
    """Return the statuses with which the sandboxes answer requests to this host."""
    app = Starlette(routes=[Mount(path, sandbox) for path, sandbox in sandboxes.mounts.items()])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
        return {(await client.get(path, headers={"Host": host})).status_code for path in PAGES}


HERE = ("localhost:8000", "LOCALHOST", "127.0.0.1:9000", "[::1]:8000", "a.localhost", "192.168.1.7:8000")
ELSEWHERE = (
    *("evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example"),
    *("", "[::1", "a b"),
)


async def test_sandboxes_answer_to_ip_addresses_and_names_of_this_machine_alone(settings_with):
    """DNS rebinding: a stranger's page reads all mails, if its own name leads to 127.0.0.1."""
    async with started(settings_with()) as sandboxes:
        for host in HERE:
            assert await answers(sandboxes, host) == {200}, host
        for host in ELSEWHERE:
            assert await answers(sandboxes, host) == {421}, host


async def test_sandboxes_of_a_public_trial_answer_to_its_name(settings_with):
    settings = settings_with(public_url="https://trial.example", sandbox=True)
    async with started(settings) as sandboxes:
        assert await answers(sandboxes, "trial.example") == {200}
        assert await answers(sandboxes, "evil.example") == {421}
