"""Start attempts, resume them and list them."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlmodel import col, select

from webdev_certs.schemas.exams import AttemptState, AttemptSummary
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.domain import exams
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.exams import deadline
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.services.exams.answers import put_next_item
from webdev_certs.server.services.exams.attempt_state import attempt_state, load_current
from webdev_certs.server.services.exams.item_pool import count_attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page
from webdev_certs.server.services.shared.retakes import record_starts, retake_dates
from webdev_certs.shared.exam_rules import MIN_ITEMS
from webdev_certs.shared.translation import _


async def start_attempt(context: Context, user_id: UUID, technology: str) -> AttemptState:
    """Start an attempt, or resume the open one; `resumed` says which.

    Overdue attempts must have been closed before (`closing.close_overdue`).

    Raises:
        NotFound: `unknown_technology`.
        Conflict: `email_unconfirmed`; `retake_too_early`, with `retake_at`.
    """
    bank = context.bank.get(technology)
    latest = await _latest(context, user_id, technology)
    if latest is None or latest.submitted_at is not None:
        user = (await context.db.exec(select(User).where(User.id == user_id))).one()
        if user.email_confirmed_at is None:
            raise Conflict("email_unconfirmed", _("Confirm your email first, then start the test."))
        await _check_retake(context, user_id, technology)
        started = await _start(context, user, bank)
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
    retake = await retake_dates(context, user_id)
    return page.map(lambda attempt: summary(context, attempt, retake(attempt.technology, attempt.started_at)))


async def _latest(context: Context, user_id: UUID, technology: str) -> Attempt | None:
    query = (
        select(Attempt)
        .where(Attempt.user_id == user_id, Attempt.technology == technology)
        .order_by(col(Attempt.started_at).desc(), col(Attempt.id).desc())
        .limit(1)
    )
    return (await context.db.exec(query)).one_or_none()


async def _check_retake(context: Context, user_id: UUID, technology: str) -> None:
    """Refuse a retake before its date, which another account of the same person can set too."""
    earliest = (await retake_dates(context, user_id))(technology)
    if earliest and context.now < earliest:
        raise Conflict(
            "retake_too_early", _("It’s too early to retake this test."), retake_at=earliest.isoformat()
        )


async def _start(context: Context, user: User, bank: TechnologyBank) -> UUID | None:
    """Return the new attempt's id, or None if the learner has an open attempt at this exam."""
    blueprint = bank.blueprint
    pretest = exams.pretest_positions(len(bank.pretest), MIN_ITEMS, context.rng)
    row = insert_ignoring(context.db, Attempt).values(
        id=uuid4(),
        user_id=user.id,
        technology=blueprint.technology,
        min_items=MIN_ITEMS,
        max_items=exams.most_scored(len(bank.pretest)),
        position=1,
        pretest_positions=pretest,
        cut_score=blueprint.cut_score,
        passing_rule=exams.PASSING_RULE,
        started_at=context.now,
        deadline=deadline(context.now, blueprint.minutes, user.extra_time_percent),
    )
    attempt_id = (await context.db.exec(row.returning(col(Attempt.id)))).scalar_one_or_none()
    if attempt_id is None:
        return None
    attempt = (await context.db.exec(select(Attempt).where(Attempt.id == attempt_id))).one()
    await record_starts(context, user.id, user.email)
    await count_attempt(context, blueprint.technology)
    reason = await put_next_item(context, bank, attempt, [])
    # The checks of the bank ensure that every topic has items.
    assert reason is None, reason
    return attempt_id


def summary(context: Context, attempt: Attempt, retake_at: datetime | None) -> AttemptSummary:
    """Return the attempt as lists show it.

    Args:
        context: The request's context.
        attempt: The attempt.
        retake_at: When the next one may start.
    """
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
        retake_at=retake_at if submitted_at else None,
    )
