"""What time makes due: queue it, and see the mails."""

import httpx

from tests.answering import start_exam, submit
from tests.factories import ADA, Account
from tests.mailbox import mails
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.services.exams.closing import close_some_overdue
from webdev_certs.server.services.reminders.queueing import queue_due, withdraw_wrong


async def due(api: httpx.AsyncClient, resources: Resources) -> list[str]:
    """Queue what is due, and return the subjects of new mails that can be switched off."""
    before = {mail.id for mail in await mails(api, ADA)}
    await withdraw_wrong(new_context(resources))
    await queue_due(new_context(resources))
    await close_some_overdue(new_context(resources), 20)
    return [mail.subject for mail in await mails(api, ADA) if mail.kind and mail.id not in before]


async def fail(account: Account) -> None:
    await submit(account, (await start_exam(account))["test_id"])
