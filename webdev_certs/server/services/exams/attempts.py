"""Starting a certification test, finding one's tests, and going on with one."""

from datetime import timedelta
from uuid import UUID, uuid4

from sqlmodel import col, select

from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.forms import draw_form
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.schemas.exams import TestState, TestSummary
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.exams.records import load_current, retake_at, state
from webdev_certs.server.services.items.exposure import items_met
from webdev_certs.server.services.inserts import insert_ignoring
from webdev_certs.server.services.items.frozen import freeze


async def start_test(context: Context, user_id: UUID, technology: str) -> TestState:
    """Starts a test, or goes on with the one that is open; `resumed` tells which.

    Attempts whose time is up must have been closed before (`exam_results.close_overdue`).

    Raises:
        NotFound: `unknown_technology`.
        Conflict: `retake_too_early`, with `retake_at`.
    """
    bank = context.bank.get(technology)
    latest = await _latest(context, user_id, technology)
    if latest is None or latest.submitted_at is not None:
        if latest is not None:
            _check_retake(context, latest)
        started = await _start(context, user_id, bank)
        if started:
            return await state(context, *await load_current(context, user_id, started))
        # Another tab was faster: theirs is the attempt.
        latest = await _latest(context, user_id, technology)
        assert latest is not None
    return await state(context, *await load_current(context, user_id, latest.id), resumed=True)


async def read_test(context: Context, user_id: UUID, test_id: UUID) -> TestState:
    """Where the learner is in a test.

    Raises:
        NotFound: `test_not_found`.
    """
    return await state(context, *await load_current(context, user_id, test_id))


async def list_tests(context: Context, user_id: UUID) -> list[TestSummary]:
    """A learner's attempts, newest first."""
    query = (
        select(Attempt)
        .where(Attempt.user_id == user_id)
        .order_by(col(Attempt.started_at).desc(), col(Attempt.id))
    )
    return [_summary(context, attempt) for attempt in await context.session.exec(query)]


async def _latest(context: Context, user_id: UUID, technology: str) -> Attempt | None:
    query = (
        select(Attempt)
        .where(Attempt.user_id == user_id, Attempt.technology == technology)
        .order_by(col(Attempt.started_at).desc())
        .limit(1)
    )
    return (await context.session.exec(query)).one_or_none()


def _check_retake(context: Context, latest: Attempt) -> None:
    assert latest.submitted_at is not None
    earliest = retake_at(latest.submitted_at, context.settings.retake_days)
    if context.now < earliest:
        raise Conflict(
            "retake_too_early", "It is too early to take this test again.", retake_at=earliest.isoformat()
        )


async def _start(context: Context, user_id: UUID, bank: TechnologyBank) -> UUID | None:
    """The new attempt's id, or None if the learner has an open one in this technology."""
    blueprint = bank.blueprint
    # Before the attempt is written: no lock is held while reading.
    met = await items_met(context, user_id, blueprint.technology)
    extra = (await context.session.exec(select(User.extra_time_percent).where(User.id == user_id))).one()
    row = insert_ignoring(context.session, Attempt).values(
        id=uuid4(),
        user_id=user_id,
        technology=blueprint.technology,
        length=blueprint.length,
        position=1,
        cut_score=blueprint.cut_score,
        started_at=context.now,
        deadline=context.now + timedelta(minutes=blueprint.minutes) * (100 + extra) / 100,
    )
    attempt_id = (await context.session.exec(row.returning(col(Attempt.id)))).scalar_one_or_none()
    if attempt_id is None:
        return None
    quotas = {topic.id: topic.items for topic in blueprint.topics}
    form = draw_form(bank.by_topic, quotas, met, context.rng)
    context.session.add_all(
        AttemptItem(attempt_id=attempt_id, position=position, **freeze(item, context.rng))
        for position, item in enumerate(form, start=1)
    )
    await context.session.flush()
    return attempt_id


def _summary(context: Context, attempt: Attempt) -> TestSummary:
    submitted_at = attempt.submitted_at
    return TestSummary(
        test_id=attempt.id,
        technology=attempt.technology,
        name=technology_names(context.bank, attempt.technology).name,
        status="open" if submitted_at is None else "submitted",
        started_at=attempt.started_at,
        deadline=attempt.deadline,
        submitted_at=submitted_at,
        score=attempt.score,
        passed=attempt.passed,
        cut_score=attempt.cut_score,
        retake_at=retake_at(submitted_at, context.settings.retake_days) if submitted_at else None,
    )
