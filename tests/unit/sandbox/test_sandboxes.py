"""Which stand-ins a process has, and that the product is told where they are."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.routing import Mount

from webdev_certs.server.gateways.signing import SigningKey
from webdev_certs.sandbox.sandboxes import MAIL, STRIPE, SUPABASE, Sandboxes
from webdev_certs.settings.settings import Settings

ALL = {MAIL, STRIPE, SUPABASE}
STRIPE_KEYS = {
    "stripe_publishable_key": "pk_test_own",
    "stripe_secret_key": SecretStr("sk_test_own"),
    "stripe_webhook_secret": SecretStr("whsec_own"),
}


@pytest.fixture
def settings_with(tmp_path: Path):
    """Settings that no surroundings change, with these values."""

    def settings_with(**values: Any) -> Settings:
        none = {"smtp_host": "", "supabase_url": "", "supabase_anon_key": "", "public_url": ""}
        return Settings(_env_file=None, data_dir=tmp_path, **none | values)  # pyright: ignore[reportCallIssue]

    return settings_with


@asynccontextmanager
async def started(settings: Settings) -> AsyncIterator[Sandboxes]:
    """Those of a process that serves."""
    sandboxes = Sandboxes(settings)
    async with sandboxes.running():
        yield sandboxes


def test_production_has_none(settings_with):
    settings = settings_with(
        environment="production",
        public_url="https://certs.example",
        signing_key=SecretStr(SigningKey.generate().pem()),
        smtp_host="mail.example",
    )
    sandboxes = Sandboxes(settings)
    assert sandboxes.mounts == {}
    assert sandboxes.settings is settings
    assert not sandboxes.settings.takes_payments
    assert sandboxes.settings.social_url == ""


async def test_development_has_all_of_them(settings_with):
    async with started(settings_with(port=9000)) as sandboxes:
        told = sandboxes.settings
        assert set(sandboxes.mounts) == ALL
        assert told.takes_payments
        assert told.stripe_api_base == f"http://localhost:9000{STRIPE}"
        assert told.social_url == f"http://localhost:9000{SUPABASE}"
        assert (told.smtp_host, told.smtp_security) == ("127.0.0.1", "none")


@pytest.mark.parametrize(
    ("configured", "path"),
    [
        ({"smtp_host": "mail.example"}, MAIL),
        (STRIPE_KEYS, STRIPE),
        ({"supabase_url": "https://abc.supabase.co", "supabase_anon_key": "sb_publishable_x"}, SUPABASE),
    ],
)
async def test_what_is_set_up_needs_none(settings_with, configured: dict[str, Any], path: str):
    async with started(settings_with(**configured)) as sandboxes:
        assert set(sandboxes.mounts) == ALL - {path}
        assert sandboxes.settings.model_dump(include=set(configured)) == configured


def test_who_wants_none_has_none(settings_with):
    sandboxes = Sandboxes(settings_with(public_url="https://trial.example", sandbox=False))
    assert sandboxes.mounts == {}
    assert not sandboxes.settings.takes_payments
    assert sandboxes.settings.social_url == ""


async def test_the_keys_of_the_till_are_new_at_each_start(settings_with):
    """Else whoever has read this code could speak for either of the two."""
    seen = set()
    for _ in range(2):
        async with started(settings_with()) as sandboxes:
            told = sandboxes.settings
            seen |= {told.stripe_secret_key, told.stripe_webhook_secret}
    assert len(seen) == 4


async def test_each_answers_where_it_is_mounted(settings_with):
    async with started(settings_with()) as sandboxes:
        app = Starlette(routes=[Mount(path, sandbox) for path, sandbox in sandboxes.mounts.items()])
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            for path in (f"{MAIL}/", f"{STRIPE}/", f"{SUPABASE}/auth/v1/.well-known/jwks.json"):
                assert (await client.get(path)).status_code == 200, path
