"""One set of tests for every server that speaks Stripe's protocol, each for what it covers."""

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.contract.programs import Absent, leave_out
from tests.contract.stripe.backends import COVERAGE, Backend, started
from tests.contract.stripe.receiver import Receiver, receiving
from tests.contract.stripe.sdk import Sdk


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "about(part): the part of Stripe's contract that a test holds")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "backend" in metafunc.fixturenames:
        marker = metafunc.definition.get_closest_marker("about")
        assert marker, f"{metafunc.function.__name__} does not say what it is about"
        names = [name for name, parts in COVERAGE.items() if marker.args[0] in parts]
        metafunc.parametrize("backend", names, indirect=True, scope="session")


@pytest.fixture(scope="session")
def receiver() -> Iterator[Receiver]:
    """Listens to all backends' webhooks."""
    with receiving() as receiver:
        yield receiver


@pytest.fixture(scope="session")
def backend(
    request: pytest.FixtureRequest, receiver: Receiver, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Backend]:
    """The server of this test; pytest groups the tests by it, so each is started once."""
    with ExitStack() as stack:
        try:
            folder = tmp_path_factory.mktemp(request.param)
            server = stack.enter_context(started(request.param, receiver, folder))
        except Absent as reason:
            leave_out(request.param, reason)
        yield server


@pytest.fixture
async def sdk(backend: Backend) -> AsyncIterator[Sdk]:
    """The official SDK, pointed at the server."""
    async with httpx.AsyncClient(timeout=30) as client:
        yield Sdk(backend.key, backend.base, client)
