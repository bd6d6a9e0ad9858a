"""What the tests share: a database, a real mail server, and a worker between them."""

from collections.abc import AsyncIterator

import pytest

from tests.conftest import FakeClock
from tests.outbox import make_worker
from tests.smtp import MailServer
from webdev_certs.server.database.engine import Database
from webdev_certs.server.services.mail.outbox import MailWorker


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    yield database
    await database.dispose()


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    async with MailServer() as server:
        yield server


@pytest.fixture
def worker(database: Database, server: MailServer, clock: FakeClock) -> MailWorker:
    return make_worker(database, server.mailer(), clock)
