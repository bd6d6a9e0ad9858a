"""The API with the Stripe sandbox as provider, served over HTTP behind a proxy that can fail."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
import stripe
from pydantic import SecretStr

from tests.api.payments import provider as side
from tests.api.payments.faults import ProviderProxy
from tests.api.payments.provider import Provider
from tests.api.payments.shop import Shop
from tests.conftest import FakeClock
from tests.factories import generous_limits, register
from tests.ports import free_port
from tests.serving import served
from webdev_certs.sandbox.stripe import create_stripe_sandbox
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.settings import Settings


@pytest.fixture
def clock() -> FakeClock:
    """A clock that starts now, because webhook signatures are checked against the real time."""
    clock = FakeClock()
    clock.now = datetime.now(UTC)
    return clock


@pytest.fixture
def provider_port() -> int:
    return free_port()


@pytest.fixture
def settings(database_url: str, tmp_path: Path, provider_port: int) -> Settings:
    """Settings with the provider's keys and URL."""
    return Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        data_dir=tmp_path,
        database_url=SecretStr(database_url),
        public_url="https://certs.example",
        sandbox=False,
        stripe_publishable_key=side.PUBLISHABLE_KEY,
        stripe_secret_key=SecretStr(side.SECRET_KEY),
        stripe_webhook_secret=SecretStr(side.WEBHOOK_SECRET),
        stripe_api_base=f"http://127.0.0.1:{provider_port}",
        hold_attempts=False,
        # Long, because the tests' machine may be busy; `test_faults` tests a short timeout.
        stripe_timeout_seconds=10,
        # These tests advance the clock by months, and the login session must last.
        access_token_minutes=2_000_000,
        refresh_token_days=2_000,
        limits=generous_limits(),
    )


@pytest.fixture(autouse=True)
def _no_retry_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the SDK retry at once: only the number of retries matters here."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0.01)


@pytest.fixture
async def provider(provider_port: int, clock: FakeClock) -> AsyncIterator[Provider]:
    base = f"http://127.0.0.1:{provider_port}"
    sandbox = create_stripe_sandbox(base, data_file=None, secret_key=side.SECRET_KEY)
    proxy = ProviderProxy(sandbox)
    async with sandbox.running(), served(proxy, provider_port):
        provider = Provider(base, sandbox, proxy, clock)
        yield provider
        proxy.end()
        await provider.close()


@pytest.fixture
async def shop(api: httpx.AsyncClient, provider: Provider, resources: Resources) -> Shop:
    """A registered user."""
    return Shop(api, provider, resources, await register(api))
