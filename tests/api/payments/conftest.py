"""The API with a provider: the Stripe sandbox, served for real, behind a line that can fail."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
import stripe
from pydantic import SecretStr

from tests.api.payments import provider as side
from tests.api.payments.faults import Line
from tests.api.payments.provider import Provider
from tests.api.payments.shop import Shop
from tests.conftest import FakeClock
from tests.factories import generous_limits, register
from tests.ports import free_port
from tests.serving import served
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.sandbox.stripe import create_stripe_sandbox
from webdev_certs.settings.settings import Settings


@pytest.fixture
def clock() -> FakeClock:
    """A clock that begins now, because signatures are checked by the time of day."""
    clock = FakeClock()
    clock.now = datetime.now(UTC)
    return clock


@pytest.fixture
def provider_port() -> int:
    return free_port()


@pytest.fixture
def settings(database_url: str, tmp_path: Path, provider_port: int) -> Settings:
    """Settings that name the provider."""
    return Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        data_dir=tmp_path,
        database_url=database_url,
        public_url="https://certs.example",
        sandbox=False,
        stripe_publishable_key=side.PUBLISHABLE_KEY,
        stripe_secret_key=SecretStr(side.SECRET_KEY),
        stripe_webhook_secret=SecretStr(side.WEBHOOK_SECRET),
        stripe_api_base=f"http://127.0.0.1:{provider_port}",
        # A busy machine is slow, which is not a fault of the provider; `test_faults` has less patience.
        stripe_timeout_seconds=10,
        # Months go by in these tests, and signing in again is not what they are about.
        access_token_minutes=2_000_000,
        refresh_token_days=2_000,
        limits=generous_limits(),
    )


@pytest.fixture(autouse=True)
def _tries_follow_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SDK waits before it tries again; how often it does is what matters here."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0.01)


@pytest.fixture
async def provider(provider_port: int, clock: FakeClock) -> AsyncIterator[Provider]:
    base = f"http://127.0.0.1:{provider_port}"
    sandbox = create_stripe_sandbox(
        base, data_file=None, secret_key=side.SECRET_KEY, publishable_key=side.PUBLISHABLE_KEY
    )
    line = Line(sandbox)
    async with sandbox.running(), served(line, provider_port):
        provider = Provider(base, line, clock)
        yield provider
        line.end()
        await provider.close()


@pytest.fixture
async def shop(api: httpx.AsyncClient, provider: Provider, resources: Resources) -> Shop:
    """Ada, who has registered and buys."""
    return Shop(api, provider, resources, await register(api))
