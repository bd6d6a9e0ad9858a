"""Mails in the background: the process that serves the API sends them, and no request waits for it."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from argon2.profiles import CHEAPEST

from tests import factories
from tests.conftest import FakeClock
from tests.outbox import queue, the_row, until_done
from tests.smtp import SENDER, MailServer
from tests.waiting import WAIT_SECONDS
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.settings import Settings


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    async with MailServer() as server:
        yield server


@pytest.fixture
def settings(settings: Settings, server: MailServer) -> Settings:
    mail = {"smtp_host": "127.0.0.1", "smtp_port": server.port, "smtp_security": "none", "mail_from": SENDER}
    return settings.model_copy(update=mail)


async def test_the_api_sends_queued_mails_and_no_request_waits_for_a_mail_server_that_hangs(
    api: httpx.AsyncClient, resources: Resources, server: MailServer, clock: FakeClock
):
    server.opened.clear()
    await queue(resources.database, clock)
    async with asyncio.timeout(WAIT_SECONDS):
        await server.arrived.wait()
        account = await factories.register(api)
        assert (await account.get("/api/payments/status")).status_code == 200
    assert server.taken == []
    server.opened.set()
    await until_done(resources.database)
    # One was queued here, and one by the registration.
    assert [taken.sender for taken in server.taken] == [SENDER, SENDER]


@pytest.mark.one_database
async def test_without_a_mail_server_mails_wait(settings: Settings, bank: Bank, clock: FakeClock):
    app = create_api(
        settings.model_copy(update={"smtp_host": ""}),
        clock=clock,
        bank=bank,
        password_hasher=PasswordHasher(1, CHEAPEST),
    )
    resources: Resources = app.state.resources
    assert resources.mailer is None
    async with lifespan_resources(app):
        await queue(resources.database, clock)
        assert (await the_row(resources.database)).tries == 0
