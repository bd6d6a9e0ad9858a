"""The outbox against a real mail server: mails are sent, and refused mails are retried or given up."""

import asyncio
import random
from datetime import datetime, timedelta

import pytest
from sqlalchemy import event
from sqlmodel import select

from tests.conftest import FakeClock
from tests.outbox import (
    ADA,
    LINK,
    assert_wiped,
    make_worker,
    queue,
    rows,
    the_row,
    unreachable_mailer,
    until_done,
)
from tests.smtp import MailServer
from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.mail import GIVE_UP_AFTER, Message
from webdev_certs.server.models.mail import OutboxMail
from webdev_certs.server.services.mail.outbox import MailWorker, queue_mail

# Sending


async def test_a_queued_mail_is_sent_and_its_links_and_emails_are_forgotten(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    written = clock()
    message = Message(ADA, "Subject", f"Text {LINK}", f"<p>{LINK}", reply_to="grace@example.com")
    async with database.transaction() as db:
        await queue_mail(db, message, written)
    clock.advance(hours=5)
    assert await worker.send_due() == 1
    (taken,) = server.taken
    assert (taken.recipients, taken.mail["Subject"]) == ([ADA], "Subject")
    assert (taken.body("plain"), taken.body("html")) == (f"Text {LINK}\n", f"<p>{LINK}\n")
    assert (taken.mail["Reply-To"], taken.mail["Date"].datetime) == ("grace@example.com", written)
    row = await the_row(database)
    assert taken.mail["Message-ID"] == f"<{row.id}@certs.example>"
    assert_wiped(row)
    assert (row.reply_to, row.sent_at, row.failed_at, row.tries) == (None, clock(), None, 1)
    assert await worker.send_due() == 0
    assert len(server.taken) == 1


async def test_uncommitted_mails_are_not_sent(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    async def fail() -> None:
        async with database.transaction() as db:
            await queue_mail(db, Message(ADA, "Never", "", ""), clock())
            await db.flush()
            raise RuntimeError

    async with worker.running():
        with pytest.raises(RuntimeError):
            await fail()
        await queue(database, clock)
        await until_done(database)
    assert [taken.mail["Subject"] for taken in server.taken] == ["Subject"]


async def test_only_the_commit_wakes_the_worker(database: Database, server: MailServer, clock: FakeClock):
    """A worker that is woken before the commit finds nothing, and the mail waits until the next poll."""
    looks: list[datetime] = []
    waits = asyncio.Event()

    def clock_of_worker() -> datetime:
        looks.append(clock())
        return clock()

    # After the commit of the first look, the worker only waits.
    event.listen(database.session_class, "after_commit", lambda _db: waits.set())
    worker = MailWorker(database, server.mailer(), clock_of_worker, random.Random(1), poll_seconds=3600)
    async with worker.running():
        await waits.wait()
        looks.clear()
        async with database.transaction() as db:
            await queue_mail(db, Message(ADA, "Subject", "", ""), clock())
            await db.flush()
            # A worker that was woken would look at its clock before the answer to this arrives.
            await db.exec(select(OutboxMail))
            assert looks == []
        await until_done(database)
        # The next commit wakes it again.
        await queue(database, clock)
        await until_done(database)
    assert len(server.taken) == 2


async def test_mails_that_an_earlier_process_left_are_sent_at_the_start(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    await queue(database, clock)
    async with worker.running():
        await until_done(database)
    assert len(server.taken) == 1


async def test_polling_finds_what_other_processes_queued(
    database_url: str, database: Database, server: MailServer, clock: FakeClock
):
    worker = make_worker(database, server.mailer(), clock, poll_seconds=0.01)
    other = Database(database_url)
    async with worker.running():
        await queue(other, clock)
        await until_done(database)
    await other.dispose()


# Refusals


async def test_a_temporary_refusal_is_tried_again_later(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    server.answers["RCPT"].append(f"451 4.7.1 <{ADA}> is greylisted")
    await queue(database, clock)
    await worker.send_due()
    row = await the_row(database)
    assert (row.tries, row.last_error, row.sent_at, row.failed_at) == (1, "451 4.7.1", None, None)
    assert LINK in row.text
    assert await worker.send_due() == 0
    clock.advance(minutes=1)
    assert await worker.send_due() == 1
    row = await the_row(database)
    assert (row.tries, row.sent_at) == (2, clock())
    assert_wiped(row)
    assert len(server.taken) == 1


async def test_a_permanent_refusal_is_not_tried_again(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    server.answers["RCPT"].append(f"550 5.1.1 <{ADA}> is unknown")
    await queue(database, clock)
    await worker.send_due()
    row = await the_row(database)
    assert (row.failed_at, row.sent_at, row.last_error) == (clock(), None, "550 5.1.1")
    assert_wiped(row)
    clock.advance(days=3)
    assert await worker.send_due() == 0
    assert server.taken == []


async def test_pauses_grow_and_after_two_days_a_mail_is_given_up(database: Database, clock: FakeClock):
    await queue(database, clock)
    worker = make_worker(database, unreachable_mailer(), clock)
    pauses: list[timedelta] = []
    await worker.send_due()
    while (due := (await the_row(database)).next_try_at) is not None:
        pauses.append(due - clock())
        clock.now = due
        await worker.send_due()
    row = await the_row(database)
    assert_wiped(row)
    assert row.failed_at is not None
    assert (
        row.created_at + GIVE_UP_AFTER - timedelta(hours=3) < row.failed_at <= row.created_at + GIVE_UP_AFTER
    )
    assert timedelta(seconds=20) < pauses[0] < timedelta(seconds=40)
    assert max(pauses) < timedelta(hours=3)
    # Doubled pauses still grow despite the jitter of ±25%.
    assert pauses[:8] == sorted(pauses[:8])
    assert 25 < row.tries == len(pauses) + 1 < 50


async def test_when_the_server_is_back_everything_is_sent(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    recipients = {f"ada{number}@example.com" for number in range(12)}
    for recipient in recipients:
        await queue(database, clock, recipient)
    await make_worker(database, unreachable_mailer(), clock).send_due()
    clock.advance(minutes=1)
    assert await worker.send_due() == len(recipients)
    assert {taken.recipients[0] for taken in server.taken} == recipients
    assert len(server.taken) == len(recipients)


async def test_a_mail_that_cannot_be_sent_delays_no_other(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    for number in range(8):
        # IDNA has no form for this domain, which raises an unexpected error.
        await queue(database, clock, "ada@\u0301.example" if number == 0 else f"ada{number}@example.com")
    assert await worker.send_due() == 8
    assert len(server.taken) == 7
    (failed,) = [row for row in await rows(database) if row.sent_at is None]
    assert (failed.last_error, failed.failed_at) == ("IDNAError", None)
