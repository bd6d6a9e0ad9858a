"""An API with everything that calls can need, for tests that make every call."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from llmock.pytest_plugin import LLMock
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.routing import Mount

from tests import factories, social
from tests.api.payments import provider
from tests.api.security.stage import Stage
from tests.contract.supabase.servers import serve
from tests.social import Project
from tests.world import World
from webdev_certs.sandbox.stripe import create_stripe_sandbox
from webdev_certs.settings import Settings
from webdev_certs.settings.operator import OperatorSettings


@pytest.fixture(scope="session")
def supabase() -> Iterator[Project]:
    """Return a project for social sign-in."""
    with social.project() as running:
        yield running


@pytest.fixture(scope="session")
def stripe() -> Iterator[str]:
    """Return a payment provider."""

    def create(origin: str) -> Starlette:
        sandbox = create_stripe_sandbox(origin, data_file=None, secret_key=provider.SECRET_KEY)
        return Starlette(routes=[Mount("/", sandbox)], lifespan=lambda _: sandbox.running())

    with serve(create) as origin:
        yield origin


@pytest.fixture
def settings(database_url: str, tmp_path: Path, supabase: Project, stripe: str, llmock: LLMock) -> Settings:
    """Return settings with everything that calls can need, so that none answers that it is not available."""
    return Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        smtp_host="",
        data_dir=tmp_path,
        database_url=SecretStr(database_url),
        public_url="https://certs.example",
        sandbox=False,
        operator=OperatorSettings(
            name="Beispiel GmbH", address="Berlin", email="operator@certs.example", country="DE"
        ),
        limits=factories.generous_limits(),
        supabase_url=supabase.url,
        supabase_anon_key=social.KEY,
        stripe_publishable_key=provider.PUBLISHABLE_KEY,
        stripe_secret_key=SecretStr(provider.SECRET_KEY),
        stripe_api_base=stripe,
        llm_base_url=llmock.base_url(),
        llm_model="gpt-4o",
        # Tests answer faster than anybody can read.
        hold_attempts=False,
    )


@pytest.fixture
def stage(world: World, supabase: Project) -> Stage:
    # The project's tokens use the real time.
    world.clock.now = datetime.now(UTC)

    async def furnished(api: httpx.AsyncClient) -> Stage:
        stage = Stage(api, world.app, world.clock, supabase)
        await stage.furnish()
        return stage

    return world.run(furnished)
