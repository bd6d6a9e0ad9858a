"""Jobs run when they are due, in one process at a time, and a fault in one stops no other."""

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta

import pytest

from tests.conftest import ROOT, FakeClock
from tests.waiting import until
from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.leader import Leader
from webdev_certs.server.services.jobs import Job, JobRunner, read_runs

HOUR = timedelta(hours=1)


class Runs:
    """Counts the runs of a job, and how many there were at the same time."""

    def __init__(self) -> None:
        self.count = self.now = self.most = 0

    async def __call__(self) -> None:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.02)
        self.now -= 1
        self.count += 1


def runner(database: Database, clock: FakeClock, **works: Callable[[], Awaitable[object]]) -> JobRunner:
    jobs = [Job(name, HOUR, work) for name, work in works.items()]
    return JobRunner(database, clock, jobs, poll_seconds=0.01)


@asynccontextmanager
async def processes(number: int, url: str, clock: FakeClock, work: Runs) -> AsyncIterator[list[JobRunner]]:
    """Run the job in several runners, each with a database connection of its own."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(number):
            database = Database(url)
            stack.push_async_callback(database.dispose)
            found.append(runner(database, clock, job=work))
            await stack.enter_async_context(found[-1].running())
        yield found


async def outcome(database: Database, name: str) -> str | None:
    run = (await read_runs(database)).get(name)
    return run and run.outcome


async def test_each_due_job_runs_in_one_process(database: Database, database_url: str, clock: FakeClock):
    work = Runs()
    async with processes(3, database_url, clock, work):
        for hour in range(1, 4):
            await until(lambda least=hour: work.count >= least)
            await until(lambda: is_finished(database, clock))
            assert (work.most, work.count) == (1, hour)
            clock.advance(hours=1)


async def is_finished(database: Database, clock: FakeClock) -> bool:
    run = (await read_runs(database))["job"]
    return run.finished_at == clock() and run.due_at == clock() + HOUR


async def test_a_job_that_fails_is_recorded_and_stops_no_other(
    database: Database, clock: FakeClock, caplog: pytest.LogCaptureFixture
):
    async def fail() -> None:
        raise LookupError("nothing there")

    work = Runs()
    with caplog.at_level(logging.ERROR):
        async with runner(database, clock, broken=fail, other=work).running():
            await until(lambda: work.count == 1)
            await until(lambda: _has_outcome(database, "broken"))
    assert await outcome(database, "broken") == "LookupError"
    assert await outcome(database, "other") == "done"
    assert "The job broken failed" in caplog.text


async def _has_outcome(database: Database, name: str) -> bool:
    return await outcome(database, name) is not None


_LEAD_UNTIL_KILLED = """
import asyncio, sys
from tests.conftest import FakeClock
from webdev_certs.server.database.engine import Database
from webdev_certs.server.services.jobs import Job, JobRunner
from datetime import timedelta

async def work():
    print("began", flush=True)
    await asyncio.sleep(3600)

async def lead():
    jobs = [Job("job", timedelta(hours=1), work)]
    async with JobRunner(Database(sys.argv[1]), FakeClock(), jobs, poll_seconds=0.01).running():
        await asyncio.sleep(3600)

asyncio.run(lead())
"""


async def test_another_process_takes_over_when_the_leader_is_killed(
    database: Database, database_url: str, clock: FakeClock
):
    """It also repeats the job that the killed leader did not finish."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _LEAD_UNTIL_KILLED, database_url, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    try:
        assert await process.stdout.readline() == b"began\n"
        work = Runs()
        async with processes(1, database_url, clock, work):
            leader = Leader(database)
            assert not await leader.try_to_lead()
            run = (await read_runs(database))["job"]
            assert (run.started_at, run.finished_at, work.count) == (clock(), None, 0)
            process.send_signal(signal.SIGKILL)
            await until(lambda: work.count == 1)
            await until(lambda: is_finished(database, clock))
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_a_leader_that_stops_is_followed_at_once(
    database: Database, database_url: str, clock: FakeClock
):
    first, other = Leader(database), Database(database_url)
    second = Leader(other)
    assert await first.try_to_lead()
    assert await first.try_to_lead()
    assert not await second.try_to_lead()
    await first.resign()
    await until(second.try_to_lead)
    await second.resign()
    await other.dispose()


async def test_a_job_that_is_asked_for_runs_in_the_leader(
    database: Database, database_url: str, clock: FakeClock
):
    work, elsewhere = Runs(), Runs()
    async with processes(1, database_url, clock, work):
        await until(lambda: work.count == 1)
        await until(lambda: is_finished(database, clock))
        clock.advance(minutes=1)
        run = await runner(database, clock, job=elsewhere).run_now("job", pause_seconds=0.01)
    assert (run.outcome, run.finished_at) == ("done", clock())
    assert (work.count, elsewhere.count) == (2, 0)


async def test_without_a_leader_a_job_that_is_asked_for_runs_here(database: Database, clock: FakeClock):
    work = Runs()
    run = await runner(database, clock, job=work).run_now("job")
    assert (work.count, run.outcome, run.due_at) == (1, "done", clock() + HOUR)


async def test_after_a_clock_went_back_jobs_do_not_wait_for_the_time_that_it_showed(
    database: Database, database_url: str, clock: FakeClock
):
    work = Runs()
    clock.advance(days=2)
    await runner(database, clock, job=work).run_now("job")
    clock.advance(days=-2)
    async with processes(1, database_url, clock, work):
        await until(lambda: is_finished(database, clock))
    assert work.count == 2
