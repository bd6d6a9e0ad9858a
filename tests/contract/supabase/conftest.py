"""Run each contract test against each server."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from supabase_auth import AsyncGoTrueClient, AsyncMemoryStorage

from tests.conftest import POSTGRES
from tests.contract.programs import Unavailable, skip_unless_required
from tests.contract.supabase import servers
from tests.contract.supabase.servers import AuthServer, MovingClock


@pytest.fixture(scope="session")
def moving_clock() -> MovingClock:
    return MovingClock()


@pytest.fixture(scope="session")
def sandbox(moving_clock: MovingClock) -> Iterator[AuthServer]:
    with servers.sandbox(moving_clock) as server:
        yield server


@pytest.fixture(scope="session")
def supabase_auth(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AuthServer]:
    folder = os.environ.get("SUPABASE_AUTH", "")
    if not folder:
        pytest.skip("SUPABASE_AUTH names no folder with the real server (docs/sandbox.md)")
    if not POSTGRES:
        pytest.skip("the real server needs PostgreSQL, which is not installed")
    cluster = request.getfixturevalue("postgres_cluster")
    with ExitStack() as stack:
        try:
            own = tmp_path_factory.mktemp("supabase")
            server = stack.enter_context(servers.supabase_auth(Path(folder), cluster, own))
        except Unavailable as reason:
            skip_unless_required("emulate", reason)
        yield server


@pytest.fixture(params=["sandbox", "supabase_auth"])
def auth(
    request: pytest.FixtureRequest, moving_clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[AuthServer]:
    """Run the server; the test's browsers use the same proxy to Google and GitHub as the server."""
    server = request.getfixturevalue(request.param)
    if server.provider_proxy:
        monkeypatch.setenv("HTTPS_PROXY", server.provider_proxy.url)
    yield server
    moving_clock.ahead *= 0


@pytest.fixture
def storage() -> AsyncMemoryStorage:
    """Return the storage of one browser."""
    return AsyncMemoryStorage()


@pytest.fixture
async def client(auth: AuthServer, storage: AsyncMemoryStorage) -> AsyncIterator[AsyncGoTrueClient]:
    """Return the official Python client, configured as in the product."""
    async with AsyncGoTrueClient(
        url=auth.url,
        headers={"apikey": "anon"},
        storage=storage,
        storage_key="sb-test-auth-token",
        flow_type="pkce",
        auto_refresh_token=False,
        persist_session=True,
        # The connection is plain HTTP, and loading the certificate authorities takes longer than a test.
        verify=False,
    ) as client:
        yield client
