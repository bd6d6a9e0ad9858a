"""Which jobs there are, and how often they run."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

from webdev_certs.server.database.engine import Database
from webdev_certs.server.services.accounts.login_sessions import remove_old_login_sessions
from webdev_certs.server.services.accounts.one_time_tokens import remove_old_tokens
from webdev_certs.server.services.exams.closing import close_some_overdue
from webdev_certs.server.services.exams.integrity import remove_old_attempt_events
from webdev_certs.server.services.jobs.runner import Job
from webdev_certs.server.services.mail.outbox import remove_old_mails
from webdev_certs.server.services.payments.declarations import (
    carry_out_cancellations,
    remove_old_declarations,
)
from webdev_certs.server.services.payments.webhooks import remove_old_events, sync_overdue
from webdev_certs.server.services.reminders.queueing import queue_due
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.retakes import remove_old_starts

Removal: TypeAlias = Callable[[Database, datetime], Awaitable[None]]
"""Deletes what is no longer needed at a given time."""

_CLOSED_AT_ONCE = 20
_OFTEN = timedelta(seconds=10)
_HOURLY = timedelta(hours=1)
_REMOVALS: Mapping[str, Removal] = {
    "remove-login-sessions": remove_old_login_sessions,
    "remove-links": remove_old_tokens,
    "remove-webhook-events": remove_old_events,
    "remove-attempt-events": remove_old_attempt_events,
    "remove-starts": remove_old_starts,
    "remove-mails": remove_old_mails,
    "remove-declarations": remove_old_declarations,
}


def scheduled_jobs(new_context: Callable[[], Context]) -> list[Job]:
    """Return all jobs of an installation.

    Args:
        new_context: Returns a context without a transaction, with the question bank in use.
    """
    context = new_context()
    jobs = [Job("overdue-tests", _OFTEN, lambda: close_some_overdue(new_context(), _CLOSED_AT_ONCE))]
    if context.settings.smtp_host:
        jobs.append(Job("reminders", _OFTEN, lambda: queue_due(new_context())))
    if context.configured_provider:
        jobs += [
            Job("cancellations", timedelta(minutes=5), lambda: carry_out_cancellations(new_context())),
            Job("overdue-payments", timedelta(minutes=5), lambda: sync_overdue(new_context())),
        ]
    jobs += [Job(name, _HOURLY, partial(_remove, new_context, remove)) for name, remove in _REMOVALS.items()]
    return jobs


async def _remove(new_context: Callable[[], Context], remove: Removal) -> None:
    context = new_context()
    await remove(context.database, context.now)
