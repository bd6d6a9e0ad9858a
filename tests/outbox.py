"""Helpers for tests of the outbox: queue mails, read rows, and wait until the mails are processed."""

import random

from sqlmodel import select

from tests.conftest import FakeClock
from tests.ports import free_port
from tests.smtp import SENDER
from tests.waiting import until
from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.mail import Message
from webdev_certs.server.gateways.mail import Mailer, SmtpMailer
from webdev_certs.server.models.mail import OutboxMail
from webdev_certs.server.services.mail.outbox import MailWorker, queue_mail

ADA = "ada@example.com"
LINK = "https://certs.example/auth/reset-password?token=secret"


def make_worker(
    database: Database, mailer: Mailer, clock: FakeClock, *, poll_seconds: float = 3600
) -> MailWorker:
    """Create a worker that polls only once during a test. After that it must be woken to send a mail."""
    return MailWorker(database, mailer, clock, random.Random(1), poll_seconds=poll_seconds)


def unreachable_mailer() -> SmtpMailer:
    """Create a mailer whose server does not exist."""
    return SmtpMailer("127.0.0.1", free_port(), security="none", sender=SENDER)


async def queue(database: Database, clock: FakeClock, recipient: str = ADA) -> None:
    """Queue a mail in its own transaction."""
    async with database.transaction() as db:
        await queue_mail(db, Message(recipient, "Subject", f"Text {LINK}", f"<p>{LINK}"), clock())


async def rows(database: Database) -> list[OutboxMail]:
    async with database.transaction() as db:
        return list(await db.exec(select(OutboxMail)))


async def the_row(database: Database) -> OutboxMail:
    (row,) = await rows(database)
    return row


async def until_done(database: Database) -> None:
    """Wait until every mail in the outbox is sent or given up.

    Raises:
        TimeoutError: Some are still waiting.
    """

    async def done() -> bool:
        return all(row.next_try_at is None for row in await rows(database))

    await until(done)


def assert_wiped(row: OutboxMail) -> None:
    assert (row.text, row.html, row.next_try_at) == ("", "", None)
