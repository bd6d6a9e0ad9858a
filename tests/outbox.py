"""The outbox in tests: putting mails in, looking at them, and waiting for what becomes of them."""

import asyncio
import random
from collections.abc import Callable

from sqlmodel import select

from tests.conftest import FakeClock
from tests.ports import free_port
from tests.smtp import SENDER
from webdev_certs.server.domain.mail import Message
from webdev_certs.server.gateways.mail import Mailer, SmtpMailer
from webdev_certs.server.database.engine import Database
from webdev_certs.server.models.mail import OutboxMail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.mail.worker import MailWorker

ADA = "ada@example.com"
LINK = "https://certs.example/auth/reset-password?token=secret"
SOON = 30
"""Seconds after which something will not happen any more."""


def make_worker(
    database: Database, mailer: Mailer, clock: FakeClock, *, poll_seconds: float = 3600
) -> MailWorker:
    """A worker that does not poll again before a test is over: what it does at once, it was woken for."""
    return MailWorker(database, mailer, clock, random.Random(1), poll_seconds=poll_seconds)


def dead_mailer() -> SmtpMailer:
    """Sends to a server that is not there."""
    return SmtpMailer("127.0.0.1", free_port(), security="none", sender=SENDER)


async def queue(database: Database, clock: FakeClock, recipient: str = ADA) -> None:
    """Queues a mail in a transaction of its own."""
    async with database.session_scope() as session:
        await queue_mail(session, Message(recipient, "Subject", f"Text {LINK}", f"<p>{LINK}"), clock())


async def rows(database: Database) -> list[OutboxMail]:
    async with database.session_scope() as session:
        return list(await session.exec(select(OutboxMail)))


async def the_row(database: Database) -> OutboxMail:
    (row,) = await rows(database)
    return row


async def until(happened: Callable[[], bool]) -> None:
    """Waits until something has happened.

    Raises:
        TimeoutError: it did not.
    """
    async with asyncio.timeout(SOON):
        while True:
            if happened():
                return
            await asyncio.sleep(0.01)


async def until_done(database: Database) -> None:
    """Waits until nothing waits in the outbox any more.

    Raises:
        TimeoutError: something still does.
    """
    async with asyncio.timeout(SOON):
        while True:
            if all(row.next_try_at is None for row in await rows(database)):
                return
            await asyncio.sleep(0.01)


def assert_wiped(row: OutboxMail) -> None:
    assert (row.text, row.html, row.next_try_at) == ("", "", None)
