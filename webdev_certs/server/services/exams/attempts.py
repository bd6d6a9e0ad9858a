"""Start attempts, resume them and list them."""

from uuid import UUID, uuid4

from sqlmodel import col, select

from webdev_certs.schemas.exams import AttemptState, AttemptSummary
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.domain import exams
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.forms import draw_form
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.services.exams.records import attempt_state, load_current
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.exposure import count_exposures
from webdev_certs.server.services.items.frozen import freeze
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page


async def start_attempt(context: Context, user_id: UUID, technology: str) -> AttemptState:
    """Start an attempt, or resume the open one; `resumed` says which.

    Overdue attempts must have been closed before (`results.close_overdue`).

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
            return await attempt_state(context, *await load_current(context, user_id, started))
        # Another request started an attempt at the same time, so resume that one.
        latest = await _latest(context, user_id, technology)
        assert latest is not None
    return await attempt_state(context, *await load_current(context, user_id, latest.id), resumed=True)


async def read_attempt(context: Context, user_id: UUID, attempt_id: UUID) -> AttemptState:
    """Return the state of one of the learner's attempts.

    Raises:
        NotFound: `test_not_found`.
    """
    return await attempt_state(context, *await load_current(context, user_id, attempt_id))


async def list_attempts(
    context: Context, user_id: UUID, wanted: PageRequest, technology: str | None = None
) -> Page[AttemptSummary]:
    """Return a page of the learner's attempts, in one technology or in all, newest first.

    Raises:
        InvalidInput: `invalid_cursor`.
    """
    query = select(Attempt).where(Attempt.user_id == user_id)
    if technology is not None:
        query = query.where(Attempt.technology == technology)
    page = await read_page(context.db, query, wanted, moment=col(Attempt.started_at), key=col(Attempt.id))
    return page.map(lambda attempt: summary(context, attempt))


async def _latest(context: Context, user_id: UUID, technology: str) -> Attempt | None:
    query = (
        select(Attempt)
        .where(Attempt.user_id == user_id, Attempt.technology == technology)
        .order_by(col(Attempt.started_at).desc())
        .limit(1)
    )
    return (await context.db.exec(query)).one_or_none()


def _check_retake(context: Context, latest: Attempt) -> None:
    assert latest.submitted_at is not None
    earliest = exams.retake_at(latest.submitted_at, context.settings.retake_days)
    if context.now < earliest:
        raise Conflict(
            "retake_too_early", "It is too early to take this test again.", retake_at=earliest.isoformat()
        )


async def _start(context: Context, user_id: UUID, bank: TechnologyBank) -> UUID | None:
    """Return the new attempt's id, or None if the learner has an open attempt at this exam."""
    blueprint = bank.blueprint
    # Read before the attempt is written, so that no lock is held while reading.
    exposures = await count_exposures(context, user_id, blueprint.technology)
    extra = (await context.db.exec(select(User.extra_time_percent).where(User.id == user_id))).one()
    row = insert_ignoring(context.db, Attempt).values(
        id=uuid4(),
        user_id=user_id,
        technology=blueprint.technology,
        length=blueprint.length,
        position=1,
        cut_score=blueprint.cut_score,
        started_at=context.now,
        deadline=exams.deadline(context.now, blueprint.minutes, extra),
    )
    attempt_id = (await context.db.exec(row.returning(col(Attempt.id)))).scalar_one_or_none()
    if attempt_id is None:
        return None
    quotas = {topic.id: topic.items for topic in blueprint.topics}
    form = draw_form(bank.certification, quotas, exposures, context.rng)
    context.db.add_all(
        AttemptItem(attempt_id=attempt_id, position=position, **freeze(item, context.rng))
        for position, item in enumerate(form, start=1)
    )
    await context.db.flush()
    return attempt_id


def summary(context: Context, attempt: Attempt) -> AttemptSummary:
    """Return the attempt as lists show it."""
    submitted_at = attempt.submitted_at
    return AttemptSummary(
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
        retake_at=exams.retake_at(submitted_at, context.settings.retake_days) if submitted_at else None,
    )
