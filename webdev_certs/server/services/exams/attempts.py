"""Start attempts and mock exams, resume them and list them."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlmodel import col, select

from webdev_certs.schemas.exams import AttemptState, AttemptSummary
from webdev_certs.schemas.pages import AttemptQuery
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.domain import exams
from webdev_certs.server.domain.errors import Conflict, NotFound
from webdev_certs.server.domain.exams import deadline
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptItem, with_mock_exams
from webdev_certs.server.services.exams.answers import put_next_item
from webdev_certs.server.services.exams.attempt_state import attempt_state, load_current
from webdev_certs.server.services.exams.item_pool import count_attempt
from webdev_certs.server.services.items.catalog import has_mock_exam, technology_names
from webdev_certs.server.services.payments.entitlements import require_pro
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page
from webdev_certs.server.services.shared.retakes import record_starts, retake_dates
from webdev_certs.shared.exam_rules import MIN_ITEMS
from webdev_certs.shared.translation import _


async def start_attempt(
    context: Context, user_id: UUID, technology: str, *, mock: bool = False
) -> AttemptState:
    """Start an attempt or a mock exam, or resume the open one; `resumed` says which.

    Overdue attempts must have been closed before (`closing.close_overdue`).

    Raises:
        NotFound: `unknown_technology`; `no_items`: there are too few practice items for a mock exam.
        PaymentRequired: `payment_required`, for a mock exam.
        Conflict: `email_unconfirmed`; `retake_too_early`, with `retake_at`; `test_running`: a mock exam in
            this technology has to end before a certification test starts, and the other way round.
        TooManyRequests: `too_many_requests`: the caller's network has started too many certification tests.
    """
    bank = context.bank.get(technology)
    running = await _running(context, user_id, technology)
    if running is None:
        user = await context.db.get_one(User, user_id)
        await (_check_mock_exam if mock else _check_exam)(context, user, bank)
        if not mock:
            # Neither refused nor resumed ones count. The API counts mock exams, by account.
            await context.limits.count_exam_start()
        started = await _start(context, user, bank, mock=mock)
        if started:
            return await attempt_state(context, *started)
        # Another request started an attempt at the same time, so resume that one.
        running = await _running(context, user_id, technology)
        assert running is not None
    if running.mock != mock:
        raise _other_is_running(context, running)
    return await attempt_state(context, *await load_current(context, user_id, running.id), resumed=True)


async def read_attempt(context: Context, user_id: UUID, attempt_id: UUID) -> AttemptState:
    """Return the state of one of the learner's attempts.

    Raises:
        NotFound: `test_not_found`.
    """
    return await attempt_state(context, *await load_current(context, user_id, attempt_id))


async def list_attempts(
    context: Context, user_id: UUID, wanted: PageRequest, only: AttemptQuery
) -> Page[AttemptSummary]:
    """Return a page of the learner's attempts, or mock exams, newest first.

    Raises:
        InvalidInput: `invalid_cursor`.
    """
    query = with_mock_exams(
        select(Attempt).where(Attempt.user_id == user_id, col(Attempt.mock).is_(only.mock))
    )
    technology = only.technology
    if technology is not None:
        query = query.where(Attempt.technology == technology)
    page = await read_page(context.db, query, wanted, moment=col(Attempt.started_at), key=col(Attempt.id))
    retake = await retake_dates(context, user_id)
    return page.map(lambda attempt: summary(context, attempt, retake(attempt.technology, attempt.started_at)))


async def _running(context: Context, user_id: UUID, technology: str) -> Attempt | None:
    """Return the open attempt or mock exam in a technology: there is at most one."""
    query = select(Attempt).where(
        Attempt.user_id == user_id, Attempt.technology == technology, col(Attempt.submitted_at).is_(None)
    )
    return (await context.db.exec(with_mock_exams(query))).one_or_none()


def _other_is_running(context: Context, running: Attempt) -> Conflict:
    name = technology_names(context.bank, running.technology).name
    words = (
        _("Your {name} mock exam is running. End it first, then start the test.", name=name)
        if running.mock
        else _("Your {name} test is running. You can take a mock exam once it’s over.", name=name)
    )
    return Conflict("test_running", words, technology=running.technology, name=name, mock=running.mock)


async def _check_mock_exam(context: Context, user: User, bank: TechnologyBank) -> None:
    await require_pro(context, user.id, _("Mock exams are part of Pro."))
    if not has_mock_exam(bank):
        raise NotFound("no_items", _("There’s no mock exam for this technology yet."))


async def _check_exam(context: Context, user: User, bank: TechnologyBank) -> None:
    """Refuse unconfirmed accounts, and retakes before their date, which another account of the same person
    can set too."""
    if user.email_confirmed_at is None:
        raise Conflict("email_unconfirmed", _("Confirm your email first, then start the test."))
    earliest = (await retake_dates(context, user.id))(bank.blueprint.technology)
    if earliest and context.now < earliest:
        raise Conflict(
            "retake_too_early", _("It’s too early to retake this test."), retake_at=earliest.isoformat()
        )


async def _start(
    context: Context, user: User, bank: TechnologyBank, *, mock: bool
) -> tuple[Attempt, AttemptItem] | None:
    """Return the new attempt with its first item, or None if the learner has an open attempt at this exam."""
    blueprint, pretest_items = bank.blueprint, 0 if mock else len(bank.pretest)
    pretest = exams.pretest_positions(pretest_items, MIN_ITEMS, context.rng)
    row = insert_ignoring(context.db, Attempt).values(
        id=uuid4(),
        user_id=user.id,
        technology=blueprint.technology,
        mock=mock,
        min_items=MIN_ITEMS,
        max_items=exams.most_scored(pretest_items),
        position=1,
        pretest_positions=pretest,
        cut_score=blueprint.cut_score,
        passing_rule=exams.PASSING_RULE,
        started_at=context.now,
        deadline=deadline(context.now, blueprint.minutes, user.extra_time_percent),
    )
    attempt = (await context.db.exec(row.returning(Attempt))).scalar_one_or_none()
    if attempt is None:
        return None
    if not mock:
        await record_starts(context, user.id, user.email)
        await count_attempt(context, blueprint.technology)
    first = await put_next_item(context, bank, attempt, [])
    # The checks of the bank ensure that every topic has items.
    assert isinstance(first, AttemptItem), first
    return attempt, first


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
        mock=attempt.mock,
        name=technology_names(context.bank, attempt.technology).name,
        status="open" if submitted_at is None else "submitted",
        started_at=attempt.started_at,
        deadline=attempt.deadline,
        submitted_at=submitted_at,
        score=attempt.score,
        passed=attempt.passed,
        cut_score=attempt.cut_score,
        retake_at=retake_at if submitted_at and not attempt.mock else None,
    )
