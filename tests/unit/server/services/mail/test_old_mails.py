"""How long the outbox keeps mails that were sent or given up."""

from tests.conftest import FakeClock
from tests.outbox import queue, rows, the_row
from tests.smtp import MailServer
from webdev_certs.server.database.engine import Database
from webdev_certs.server.services.mail.outbox import KEEP_DONE, MailWorker, remove_old_mails


async def test_the_outcome_of_a_mail_is_kept_for_some_days(
    database: Database, server: MailServer, worker: MailWorker, clock: FakeClock
):
    server.answers["RCPT"] += ["250 OK", "550 5.1.1 unknown"]
    await queue(database, clock)
    await queue(database, clock, "bob@example.com")
    await worker.send_due()
    clock.advance(seconds=KEEP_DONE.total_seconds())
    await remove_old_mails(database, clock())
    assert len(await rows(database)) == 2
    clock.advance(seconds=1)
    await queue(database, clock, "new@example.com")
    await remove_old_mails(database, clock())
    assert (await the_row(database)).recipient == "new@example.com"


async def test_a_waiting_mail_is_never_removed(database: Database, clock: FakeClock):
    await queue(database, clock)
    clock.advance(days=30)
    await remove_old_mails(database, clock())
    assert len(await rows(database)) == 1
