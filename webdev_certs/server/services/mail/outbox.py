"""The outbox: queueing mails, and the background worker that sends them."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, event
from sqlalchemy.orm import Mapper, Session, object_session
from sqlmodel import col, select, update

from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.domain.mail import Message, next_try
from webdev_certs.server.gateways.mail import Mailer, MailRefused, MailUnavailable
from webdev_certs.server.models.mail import OutboxMail
from webdev_certs.server.services.shared.background_tasks import in_background, pause
from webdev_certs.server.services.shared.cleaning import delete_old
from webdev_certs.shared.clock import Clock
from webdev_certs.shared.vocabulary import MailKind

KEEP_DONE = timedelta(days=7)
"""How long a mail that was sent or given up stays in the outbox, counted from when it was queued."""
LEASE = timedelta(minutes=5)
"""How long a worker owns a mail that it is trying to send: several times as long as a try can take."""

_AT_ONCE = 5

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Switchable:
    """What the outbox knows of a mail that can be switched off, so that it can withdraw the mail."""

    user_id: UUID
    kind: MailKind
    about: UUID | None = None
    """The attempt that the mail is about."""


async def queue_mail(
    db: AsyncSession, message: Message, now: datetime, switchable: Switchable | None = None
) -> None:
    """Queue a mail, which `MailWorker` sends after the transaction commits; a rollback drops it.

    Returns at once: nothing waits for the mail server.
    """
    db.add(
        OutboxMail(
            recipient=message.recipient,
            reply_to=message.reply_to or None,
            unsubscribe=message.unsubscribe or None,
            user_id=switchable.user_id if switchable else None,
            kind=switchable.kind if switchable else None,
            about=switchable.about if switchable else None,
            subject=message.subject,
            text=message.text,
            html=message.html,
            created_at=now,
            next_try_at=now,
        )
    )


async def remove_old_mails(database: Database, now: datetime) -> None:
    """Delete the mails that were sent or given up some days ago."""
    is_old = col(OutboxMail.next_try_at).is_(None) & (col(OutboxMail.created_at) < now - KEEP_DONE)
    await delete_old(database, col(OutboxMail.id), is_old)


class MailWorker:
    """Sends each mail at least once. Any number of workers and processes can share one outbox.

    A worker claims a mail by setting its next try to the end of a lease in one UPDATE, then sends it outside
    any transaction. If the process dies before it stores the outcome, the lease expires and the mail is sent
    again.
    """

    def __init__(
        self,
        database: Database,
        mailer: Mailer,
        clock: Clock,
        rng: random.Random,
        *,
        poll_seconds: float = 10,
        before_sending: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Set up the worker; `running` starts it.

        Args:
            database: Holds the outbox.
            mailer: Sends mails.
            clock: The time.
            rng: Spreads the tries of mails that failed together.
            poll_seconds: How often to look for due mails if this process has queued none.
            before_sending: Called before each look for due mails, to withdraw those that have become wrong.
        """
        self._database = database
        self._mailer = mailer
        self._clock = clock
        self._rng = rng
        self._poll_seconds = poll_seconds
        self._before_sending = before_sending
        self._woken = asyncio.Event()
        self._stopping = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Send mails until the block ends."""
        event.listen(OutboxMail, "after_insert", self._on_insert)
        async with in_background(self._work(), "mail", self._stop):
            yield

    def _stop(self) -> None:
        event.remove(OutboxMail, "after_insert", self._on_insert)
        self._stopping = True
        self._woken.set()

    async def send_due(self) -> int:
        """Try every mail that is due, and return how many there were."""
        total = 0
        while mails := await self._claim():
            total += len(mails)
            outcomes = await asyncio.gather(*map(self._try, mails), return_exceptions=True)
            for outcome in outcomes:
                if isinstance(outcome, BaseException) and not isinstance(outcome, DatabaseUnavailable):
                    # The mail is tried again when its lease expires.
                    log.error("The outcome of a mail could not be stored", exc_info=outcome)
        return total

    def _on_insert(self, _mapper: Mapper[Any], connection: Connection, mail: OutboxMail) -> None:
        """Wake the worker once the transaction that stores a mail has committed."""
        db = object_session(mail)
        if db is not None and connection.engine is self._database.engine.sync_engine:
            event.listen(db, "after_commit", self._wake, once=True)

    def _wake(self, _db: Session) -> None:
        self._woken.set()

    async def _work(self) -> None:
        while not self._stopping:
            self._woken.clear()
            for step in (self._before_sending, self.send_due):
                if step:
                    await self._run(step)
            # Also polls, because retries become due, and other processes queue mails and may die.
            await pause(self._poll_seconds, self._woken)

    async def _run(self, step: Callable[[], Awaitable[object]]) -> None:
        """Run a step of the work; a fault in it must not stop the others."""
        try:
            await step()
        except DatabaseUnavailable:
            # `Outage` has logged it.
            pass
        except Exception:
            # Errors of the database contain no values (`database.engine`).
            log.exception("The outbox could not be processed")

    async def _claim(self) -> list[OutboxMail]:
        """Claim some due mails for the length of the lease, the most overdue first."""
        now = self._clock()
        is_due = col(OutboxMail.next_try_at) <= now
        due = select(OutboxMail.id).where(is_due).order_by(col(OutboxMail.next_try_at)).limit(_AT_ONCE)
        # PostgreSQL skips rows that another worker is claiming, and checks `is_due` again for rows that were
        # claimed after the SELECT. SQLite has only one writer at a time.
        taken = (
            update(OutboxMail)
            .where(col(OutboxMail.id).in_(due.with_for_update(skip_locked=True)), is_due)
            .values(next_try_at=now + LEASE, tries=col(OutboxMail.tries) + 1)
            .returning(OutboxMail)
        )
        async with self._database.transaction() as db:
            return list((await db.exec(taken)).scalars())

    async def _try(self, mail: OutboxMail) -> None:
        message = Message(
            mail.recipient, mail.subject, mail.text, mail.html, mail.reply_to or "", mail.unsubscribe or ""
        )
        try:
            await self._mailer.send(message, mail.id, mail.created_at)
        except MailRefused as error:
            await self._give_up(mail, error.code)
        except MailUnavailable as error:
            await self._retry_later(mail, error.code)
        except Exception as error:
            # Not the error's text, which can contain the email.
            await self._retry_later(mail, type(error).__name__)
        else:
            await self._finish(mail, sent_at=self._clock())
            log.info("Mail %s was sent", mail.id)

    async def _retry_later(self, mail: OutboxMail, code: str) -> None:
        next_try_at = next_try(mail.created_at, mail.tries, self._clock(), self._rng)
        if next_try_at is None:
            await self._give_up(mail, code)
        else:
            await self._store(mail, next_try_at=next_try_at, last_error=code[:80])
            log.warning("Mail %s could not be sent (try %d): %s", mail.id, mail.tries, code)

    async def _give_up(self, mail: OutboxMail, code: str) -> None:
        await self._finish(mail, failed_at=self._clock(), last_error=code[:80])
        log.error("Mail %s was given up (try %d): %s", mail.id, mail.tries, code)

    async def _finish(self, mail: OutboxMail, **values: Any) -> None:
        await self._store(mail, next_try_at=None, text="", html="", reply_to=None, unsubscribe=None, **values)

    async def _store(self, mail: OutboxMail, **values: Any) -> None:
        """Store the outcome, unless the lease expired and another worker has claimed the mail."""
        own = (col(OutboxMail.id) == mail.id, col(OutboxMail.tries) == mail.tries)
        async with self._database.transaction() as db:
            await db.exec(update(OutboxMail).where(*own).values(**values))
