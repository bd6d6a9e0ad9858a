"""Run each contract test with every backend that covers its part of the contract."""

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.contract.programs import Unavailable, skip_unless_required
from tests.contract.stripe.backends import COVERAGE, Backend, started
from tests.contract.stripe.receiver import Receiver, receiving
from tests.contract.stripe.sdk import Sdk


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "about(part): the part of Stripe's contract that a test checks")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "backend" in metafunc.fixturenames:
        marker = metafunc.definition.get_closest_marker("about")
        assert marker, f"{metafunc.function.__name__} does not say what it is about"
        names = [name for name, parts in COVERAGE.items() if marker.args[0] in parts]
        metafunc.parametrize("backend", names, indirect=True, scope="session")


@pytest.fixture(scope="session")
def receiver() -> Iterator[Receiver]:
    """Receive the webhooks of all backends."""
    with receiving() as receiver:
        yield receiver


@pytest.fixture(scope="session")
def backend(
    request: pytest.FixtureRequest, receiver: Receiver, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Backend]:
    """Run the server for this test. pytest groups the tests by server, so each is started once."""
    with ExitStack() as stack:
        try:
            folder = tmp_path_factory.mktemp(request.param)
            server = stack.enter_context(started(request.param, receiver, folder))
        except Unavailable as reason:
            skip_unless_required(request.param, reason)
        yield server


@pytest.fixture
async def sdk(backend: Backend) -> AsyncIterator[Sdk]:
    """Return the official SDK, configured for the server."""
    async with httpx.AsyncClient(timeout=30) as client:
        yield Sdk(backend.key, backend.base, client)
