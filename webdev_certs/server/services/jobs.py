"""Background jobs: which there are, how often they run, and running them in one process at a time."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

from sqlmodel import select

from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.leader import Leader
from webdev_certs.server.database.outage import DatabaseOverloaded, DatabaseUnavailable
from webdev_certs.server.models.operations import JobRun
from webdev_certs.server.services.accounts.login_sessions import remove_old_login_sessions
from webdev_certs.server.services.accounts.one_time_tokens import remove_old_tokens
from webdev_certs.server.services.exams.closing import close_some_overdue
from webdev_certs.server.services.exams.integrity import remove_old_attempt_events
from webdev_certs.server.services.mail.outbox import remove_old_mails
from webdev_certs.server.services.payments.declarations import (
    carry_out_cancellations,
    remove_old_declarations,
)
from webdev_certs.server.services.payments.webhooks import remove_old_events, sync_overdue
from webdev_certs.server.services.reminders.queueing import queue_due
from webdev_certs.server.services.shared.background_tasks import in_background, pause
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import upsert
from webdev_certs.server.services.shared.retakes import remove_old_starts
from webdev_certs.shared.clock import Clock

log = logging.getLogger(__name__)
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


@dataclass(frozen=True)
class Job:
    """Work that is repeated.

    Attributes:
        name: Its name in the table and for `webdev-certs jobs`.
        every: How long after its end it is due again.
        work: Does it. It may be stopped at any time and done again, also twice at the same time: a leader
            whose connection was lost finishes what it does, while the next leader begins.
    """

    name: str
    every: timedelta
    work: Callable[[], Awaitable[object]]


class JobRunner:
    """Runs the due jobs of the process that leads; the others only try to become the leader.

    If the leader is killed, another process leads at its next look, and repeats what was not finished.
    """

    def __init__(
        self, database: Database, clock: Clock, jobs: Sequence[Job], *, poll_seconds: float = 10
    ) -> None:
        """Set up the runner; `running` starts it.

        Args:
            database: Has the table of jobs and the leader's lock.
            clock: The time.
            jobs: What to run.
            poll_seconds: How often to look for due jobs.
        """
        self._database = database
        self._clock = clock
        self._jobs = {job.name: job for job in jobs}
        self._poll_seconds = poll_seconds
        self._leader = Leader(database)
        self._current: set[str] = set()
        self._stopping = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run due jobs until the block ends."""
        async with in_background(self._work(), "jobs", self._stopping.set):
            yield

    async def run_now(self, name: str, *, pause_seconds: float = 0.5) -> JobRun:
        """Run a job now, here if no process leads, otherwise in the leader, and return its row.

        Args:
            name: The job.
            pause_seconds: How often to look whether the leader has finished it.
        """
        before = (await read_runs(self._database)).get(name)
        await self._store(name=name, due_at=self._clock())
        try:
            while not await self._leader.try_to_lead():
                row = (await read_runs(self._database))[name]
                if row.finished_at and (before is None or row.finished_at != before.finished_at):
                    return row
                await asyncio.sleep(pause_seconds)
            await self._run(self._jobs[name])
            return (await read_runs(self._database))[name]
        finally:
            await self._leader.resign()

    async def _work(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                while not self._stopping.is_set():
                    for job in await self._find_due():
                        self._current.add(job.name)
                        tasks.create_task(self._run(job), name=job.name)
                    await pause(self._poll_seconds, self._stopping)
        finally:
            await self._leader.resign()

    async def _find_due(self) -> list[Job]:
        """Return the due jobs that are not running, or none if another process leads."""
        try:
            if not await self._leader.try_to_lead():
                return []
            # Taken before the rows: a job that ends meanwhile is still due in them.
            current, now = set(self._current), self._clock()
            runs = await read_runs(self._database)
        except DatabaseUnavailable:
            # `Outage` has logged it.
            return []
        except Exception:
            log.exception("Due jobs could not be found")
            return []
        return [
            job
            for name, job in self._jobs.items()
            # Due later than possible means that the clock went back.
            if name not in current and not (name in runs and now < runs[name].due_at <= now + job.every)
        ]

    async def _run(self, job: Job) -> None:
        started_at = self._clock()
        try:
            begun = {"name": job.name, "started_at": started_at}
            await self._store(**begun, due_at=started_at, finished_at=None, outcome=None)
            outcome = await _try(job)
            ended = self._clock()
            await self._store(**begun, due_at=ended + job.every, finished_at=ended, outcome=outcome)
        except DatabaseUnavailable:
            # `Outage` has logged it; the job stays due.
            pass
        except Exception:
            log.exception("The outcome of the job %s could not be stored", job.name)
        finally:
            self._current.discard(job.name)

    async def _store(self, **row: object) -> None:
        async with self._database.transaction() as db:
            await upsert(db, JobRun, ("name",), [row])


async def read_runs(database: Database) -> dict[str, JobRun]:
    """Return the last run of each job by its name."""
    async with database.transaction() as db:
        return {run.name: run for run in (await db.exec(select(JobRun))).all()}


async def _try(job: Job) -> str:
    try:
        await job.work()
    except DatabaseUnavailable as error:
        # `Outage` has logged it.
        return "overloaded" if isinstance(error, DatabaseOverloaded) else "database_unavailable"
    except Exception as error:
        # The traceback holds no personal data (`database.engine`).
        log.exception("The job %s failed", job.name)
        return type(error).__name__[:80]
    return "done"


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
