"""The outbox when processes die, servers hang and databases fail: no mail is lost, and nobody waits."""

import asyncio
import logging
import signal
import sys
from datetime import datetime
from uuid import UUID

import pytest
from sqlalchemy import text

from tests.conftest import ROOT, FakeClock
from tests.outbox import ADA, assert_wiped, make_worker, queue, rows, the_row, until_done
from tests.smtp import MailServer
from tests.waiting import WAIT_SECONDS, until
from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.outbox import LEASE, MailWorker

# Several workers, and expired leases


async def test_simultaneous_workers_send_each_mail_once(
    database_url: str, database: Database, server: MailServer, clock: FakeClock
):
    for number in range(30):
        await queue(database, clock, f"ada{number}@example.com")
    databases = [Database(database_url) for _ in range(6)]
    workers = [make_worker(each, server.mailer(), clock) for each in databases]
    counts = await asyncio.gather(*(worker.send_due() for worker in workers))
    await asyncio.gather(*(each.dispose() for each in databases))
    assert sum(counts) == len(server.taken) == 30
    assert len({taken.recipients[0] for taken in server.taken}) == 30
    assert all((row.sent_at, row.tries) == (clock(), 1) for row in await rows(database))


_SEND_IN_A_PROCESS_OF_ITS_OWN = """
import asyncio, random, sys
from tests.conftest import FakeClock
from tests.smtp import SENDER
from webdev_certs.server.gateways.mail import SmtpMailer
from webdev_certs.server.database.engine import Database
from webdev_certs.server.services.mail.outbox import MailWorker
mailer = SmtpMailer("localhost", int(sys.argv[2]), security="none", sender=SENDER)
asyncio.run(MailWorker(Database(sys.argv[1]), mailer, FakeClock(), random.Random(1)).send_due())
"""


async def test_a_process_killed_while_sending_loses_no_mail(
    database_url: str, database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    await queue(database, clock)
    server.opened.clear()
    command = [sys.executable, "-c", _SEND_IN_A_PROCESS_OF_ITS_OWN, database_url, str(server.port)]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
    async with asyncio.timeout(WAIT_SECONDS):
        await server.arrived.wait()
    process.send_signal(signal.SIGKILL)
    await process.wait()
    server.opened.set()
    # Its connection broke, so the server did not take the mail.
    server.taken.clear()

    assert await worker.send_due() == 0, "the other process owns the mail until its lease expires"
    clock.advance(seconds=LEASE.total_seconds())
    assert await worker.send_due() == 1
    assert [taken.recipients for taken in server.taken] == [[ADA]]
    assert (await the_row(database)).tries == 2


async def test_a_worker_whose_lease_expired_changes_nothing(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    """It hung for so long that another worker has claimed the mail and sent it."""
    await queue(database, clock)
    server.opened.clear()
    late = asyncio.create_task(make_worker(database, server.mailer(), clock).send_due())
    async with asyncio.timeout(WAIT_SECONDS):
        await server.arrived.wait()
    clock.advance(seconds=LEASE.total_seconds())
    async with MailServer() as second:
        assert await make_worker(database, second.mailer(), clock).send_due() == 1
        assert len(second.taken) == 1
    server.answers["DATA"].append("550 5.0.0 no")
    server.opened.set()
    await late
    row = await the_row(database)
    assert (row.sent_at, row.failed_at, row.last_error, row.tries) == (clock(), None, None, 2)


async def test_a_clock_that_goes_back_while_a_mail_is_sent_sends_it_once(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    await queue(database, clock)
    server.opened.clear()
    sending = asyncio.create_task(worker.send_due())
    async with asyncio.timeout(WAIT_SECONDS):
        await server.arrived.wait()
    clock.advance(hours=-2)
    async with MailServer() as second:
        other = make_worker(database, second.mailer(), clock)
        assert await other.send_due() == 0
        server.opened.set()
        assert await sending == 1
        clock.advance(days=1)
        assert await other.send_due() == 0
    assert_wiped(await the_row(database))
    assert len(server.taken) == 1


async def test_a_stopped_worker_finishes_the_mails_it_is_sending(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    await queue(database, clock)
    server.opened.clear()
    async with worker.running():
        async with asyncio.timeout(WAIT_SECONDS):
            await server.arrived.wait()
        asyncio.get_running_loop().call_later(0.1, server.opened.set)
    assert_wiped(await the_row(database))
    assert len(server.taken) == 1


# What must never happen


async def test_nobody_waits_for_a_server_that_hangs(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    server.opened.clear()
    async with worker.running():
        await queue(database, clock)
        async with asyncio.timeout(WAIT_SECONDS):
            await server.arrived.wait()
            # While the worker is sending, others read and write the same table.
            for number in range(10):
                await queue(database, clock, f"ada{number}@example.com")
            assert len(await rows(database)) == 11
        assert server.taken == []
        server.opened.set()
        await until_done(database)
        assert len(server.taken) == 11


async def test_a_worker_survives_a_failing_database(
    database: Database,
    server: MailServer,
    clock: FakeClock,
    caplog: pytest.LogCaptureFixture,
):
    async def execute(statement: str) -> None:
        async with database.engine.begin() as connection:
            await connection.execute(text(statement))

    worker = make_worker(database, server.mailer(), clock, poll_seconds=0.05)
    await queue(database, clock)
    await execute("ALTER TABLE outbox RENAME TO outbox_away")
    async with worker.running():
        await until(lambda: "could not be processed" in caplog.text)
        await execute("ALTER TABLE outbox_away RENAME TO outbox")
        await until_done(database)
    assert len(server.taken) == 1


class _Broken:
    """A mailer with an unexpected error."""

    async def send(self, message: Message, mail_id: UUID, written_at: datetime) -> None:
        raise RuntimeError(f"{message.recipient} {message.text}")


async def test_neither_emails_nor_bodies_reach_the_log(
    database: Database,
    server: MailServer,
    worker: MailWorker,
    clock: FakeClock,
    caplog: pytest.LogCaptureFixture,
):
    caplog.set_level(logging.INFO, "webdev_certs")
    server.answers["RCPT"] += [f"451 4.7.1 <{ADA}> later", f"550 5.1.1 <{ADA}> unknown"]
    for _ in range(2):
        await queue(database, clock)
        await worker.send_due()
        clock.advance(minutes=1)
        await worker.send_due()
    await queue(database, clock)
    await make_worker(database, _Broken(), clock).send_due()
    written = "\n".join(record.getMessage() + str(record.exc_info) for record in caplog.records)
    for said in ("451 4.7.1", "550 5.1.1", "was sent", "RuntimeError"):
        assert said in written
    for secret in ("ada@", "example", "token", "secret", "Text"):
        assert secret not in written
