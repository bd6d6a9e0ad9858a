"""A whole run: learners, visitors and the check afterwards."""

import asyncio
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

import httpx
from sqlalchemy import NullPool
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel import col, select

from benchmarks.figures import markdown
from benchmarks.load.accounts import Accounts
from benchmarks.load.documents import BrowserCache
from benchmarks.load.learners import ExamLearner, Learner, PracticingLearner, Question, Surroundings
from benchmarks.load.measurements import Failed, Measurements
from benchmarks.load.page import Server
from benchmarks.load.schedule import Period, arrivals
from webdev_certs.server.domain.certificate_numbers import new_number
from webdev_certs.server.models import AttemptItem

_CALL_SECONDS = 60
_VISIT, _VERIFY = "open the home page", "look up a certificate"


@dataclass(frozen=True)
class Plan:
    """What happens in a run. All times are means in seconds.

    Attributes:
        server: Where pages connect to.
        documents: Where documents and the API are; another place only if one of the ways is disturbed.
        database_url: The database of the product, as SQLAlchemy names it.
        learners: Number of learners who take tests.
        practicing: Number of learners who practice.
        seconds: How long the run takes.
        save_every: The time between two answers to the same question.
        think: The time for a question.
        reload_every: The time between two reloads of a learner's page.
        visit_every: The time between two visitors of the home page, who have nothing in their caches.
        verify_every: The time between two lookups of numbers of certificates.
        seed: The seed of all schedules.
        begin_within: The time within which all learners have come.
    """

    server: Server
    documents: Server
    database_url: str
    learners: int
    practicing: int
    seconds: float
    save_every: float
    think: float
    reload_every: float
    visit_every: float
    verify_every: float
    seed: int
    begin_within: float = 0.0


@dataclass(frozen=True)
class Outcome:
    """What a run has counted.

    Attributes:
        measurements: The actions.
        sent: Number of answers to questions of tests that were sent.
        confirmed: Number of those that a page called saved.
        answered: Number of questions with a confirmed answer.
        lost: Number of those whose answer is not in the database, or is older than the confirmed one.
    """

    measurements: Measurements
    sent: int
    confirmed: int
    answered: int
    lost: int

    def table(self) -> str:
        """Return everything as Markdown."""
        row = [f"{number:,}" for number in (self.sent, self.confirmed, self.answered, self.lost)]
        header = ["Answers sent", "Confirmed", "Questions answered", "Lost"]
        return "\n\n".join([self.measurements.table(), self.measurements.others(), markdown(header, [row])])


async def run(plan: Plan, measurements: Measurements, stop: asyncio.Event) -> Outcome:
    """Do what the plan says, until it is over or stopped.

    Args:
        plan: The plan.
        measurements: Where to write what happens.
        stop: Ends the run when it is set. Actions that have begun are finished.
    """
    # New connections, because PostgreSQL may have been restarted since the last one.
    engine = create_async_engine(plan.database_url, poolclass=NullPool)
    origin = f"http://{plan.documents.host}:{plan.documents.port}"
    # A browser asks at the same name as its page.
    headers = {"Host": f"{plan.server.name}:{plan.server.port}"}
    limits = httpx.Limits(max_connections=100)
    try:
        async with httpx.AsyncClient(
            base_url=origin, headers=headers, timeout=_CALL_SECONDS, limits=limits
        ) as client:
            around = Surroundings(
                plan.server, Accounts(client, engine), lambda: BrowserCache(client), measurements
            )
            await around.accounts.prepare(plan.learners + plan.practicing)
            await _live(plan, around, client, stop)
        return await _outcome(engine, around)
    finally:
        await engine.dispose()


async def _live(plan: Plan, around: Surroundings, client: httpx.AsyncClient, stop: asyncio.Event) -> None:
    rng = random.Random(plan.seed)
    taking = {"save": plan.save_every, "next": plan.think, "reload": plan.reload_every}
    practicing = {"step": plan.think / 2, "reload": plan.reload_every}
    learners: list[Learner] = [
        *(ExamLearner(around, random.Random(rng.random()), taking) for _ in range(plan.learners)),
        *(PracticingLearner(around, random.Random(rng.random()), practicing) for _ in range(plan.practicing)),
    ]
    start = time.monotonic()
    period = Period(start, start + plan.seconds, stop)
    async with asyncio.TaskGroup() as tasks:
        for learner in learners:
            tasks.create_task(learner.live(period, rng.uniform(0, plan.begin_within)))
        for action, every in {_VISIT: plan.visit_every, _VERIFY: plan.verify_every}.items():
            visitors = _Visitors(around.measurements, client, random.Random(rng.random()))
            tasks.create_task(visitors.come(action, every, period))


@dataclass(frozen=True)
class _Visitors:
    """People without an account, each with one action."""

    measurements: Measurements
    client: httpx.AsyncClient
    rng: random.Random

    async def come(self, action: str, every: float, period: Period) -> None:
        """Start an action at each arrival, whether or not earlier ones have ended."""
        async with asyncio.TaskGroup() as tasks:
            for after, _ in arrivals(self.rng, action, every):
                due = period.start + after
                if not await period.reach(due):
                    return
                tasks.create_task(self._measured(action, due))

    async def _measured(self, action: str, due: float) -> None:
        try:
            if action == _VISIT:
                await BrowserCache(self.client).load("/")
            else:
                await self._look_up()
        except Failed as failure:
            self.measurements.fail(action, str(failure))
        else:
            self.measurements.record(action, time.monotonic() - due)

    async def _look_up(self) -> None:
        """Look up a number that nobody has; the database has to look for it all the same."""
        number = new_number("react", self.rng)
        try:
            status = (await self.client.get(f"/api/verify/{number}")).status_code
        except httpx.TransportError as error:
            raise Failed(type(error).__name__) from error
        if status != 404:
            raise Failed(f"status {status}")


async def _outcome(engine: AsyncEngine, around: Surroundings) -> Outcome:
    confirmed = {place: asked for place, asked in around.questions.items() if asked.confirmed}
    return Outcome(
        around.measurements,
        sent=sum(asked.sent for asked in around.questions.values()),
        confirmed=sum(asked.confirmed for asked in confirmed.values()),
        answered=len(confirmed),
        lost=len(lost(confirmed, await _saved(engine, {UUID(test_id) for test_id, _ in confirmed}))),
    )


async def _saved(engine: AsyncEngine, tests: set[UUID]) -> dict[tuple[str, int], int]:
    """Return the number of the saved answer to each answered question of these tests."""
    rows = select(AttemptItem.attempt_id, AttemptItem.position, AttemptItem.sequence).where(
        col(AttemptItem.attempt_id).in_(tests), col(AttemptItem.answered_at).is_not(None)
    )
    async with engine.connect() as connection:
        return {(str(row[0]), row[1]): row[2] for row in await connection.execute(rows)}


def lost(
    confirmed: Mapping[tuple[str, int], Question], saved: Mapping[tuple[str, int], int]
) -> list[tuple[str, int]]:
    """Return the questions whose confirmed answers are not all in the database.

    Each answer to a question has a higher number than the one before, and the database keeps the last one. So
    if that number is less than the number of confirmed answers, the last one was lost.

    Args:
        confirmed: Test and position → what was answered.
        saved: Test and position → the number of the answer in the database.
    """
    return [place for place, asked in confirmed.items() if saved.get(place, 0) < asked.confirmed]
