"""The export of everything stored about a user, for that user (GDPR, articles 15 and 20)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from sqlmodel import SQLModel, col, select

from webdev_certs.schemas.exams import ExtraTimeRequest as ExportedRequest
from webdev_certs.schemas.export import (
    Export,
    ExportedAccount,
    ExportedAnswer,
    ExportedAttempt,
    ExportedBilling,
    ExportedEvent,
    ExportedLoginSession,
    ExportedPractice,
    ExportedRegrade,
    ExportedReport,
    ExportedReview,
)
from webdev_certs.server.content.format import Item
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.server.models.accounts import LoginSession, User
from webdev_certs.server.models.exams import (
    Attempt,
    AttemptEvent,
    AttemptItem,
    AttemptReview,
    ExtraTimeRequest,
    with_mock_exams,
)
from webdev_certs.server.models.items import AttemptRegrade, ItemVersion
from webdev_certs.server.models.mail import Reminder
from webdev_certs.server.models.payments import (
    Checkout,
    Customer,
    Entitlement,
    Payment,
    Purchase,
    Receipt,
    Subscription,
)
from webdev_certs.server.models.practice import ItemAnnotation, PracticeItem, PracticeSession, ReviewCard
from webdev_certs.server.models.tutor import TokenUse, TutorExchange
from webdev_certs.server.services.accounts.identities import list_identities
from webdev_certs.server.services.accounts.login_sessions import as_shown
from webdev_certs.server.services.accounts.profile import profile_fields
from webdev_certs.server.services.certificates.own import all_certificates
from webdev_certs.server.services.certificates.public_profiles import read_own_profile
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.faulty_items import all_reports
from webdev_certs.server.services.items.shown_without_key import Ref, load_items, shown_response, without_key
from webdev_certs.server.services.payments.billing import to_payment_record, to_subscription
from webdev_certs.server.services.shared.attempt_results import shown_review, topic_results
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import N_

_AT_ONCE = 20
"""How many attempts or practice sessions are read at once, with up to 40 answers each."""

RunT = TypeVar("RunT", Attempt, PracticeSession)
ExportedT = TypeVar("ExportedT", ExportedAttempt, ExportedPractice)


def export_workers(queue: int = 24) -> FairWorkers:
    """Return the worker that makes exports, one after the other.

    Args:
        queue: How many exports may wait for their next step.
    """
    refusal = N_("A lot of exports are running. Try again in a minute.")
    return FairWorkers(1, queue=queue, name="export", refusal=refusal, retry_after=60)


async def export(context: Context, user: User, login_session_id: UUID, workers: FairWorkers) -> bytes:
    """Return all data as JSON, except secrets: hashes, tokens, and what would help in an open attempt.

    Records are read a few at a time and put together by a worker, so that other requests are not delayed.
    The caller has closed the attempts whose time is up (`exams.closing.close_overdue`).

    Args:
        context: The request's context.
        user: Whose data to export.
        login_session_id: The login session that asks, which the export marks as current.
        workers: Run the parts that take CPU time.

    Raises:
        Overloaded: `busy`: too many exports are running.
    """
    open_attempts = select(Attempt.technology).where(
        Attempt.user_id == user.id, col(Attempt.submitted_at).is_(None)
    )
    running = set(await context.db.exec(with_mock_exams(open_attempts)))
    answers = _AnswersReader(context, workers, str(user.id), running)
    parts = {
        "exported_at": context.now,
        "account": ExportedAccount.model_validate(await profile_fields(context, user)),
        "login_sessions": await _login_sessions(context, user.id, login_session_id),
        "identities": await list_identities(context.db, user.id),
        "reminders": await _dumped(context.db, Reminder, user.id, Reminder.due_at),
        "extra_time_requests": await _extra_time_requests(context.db, user.id),
        "reports": await _reports(context, user.id),
        "regrades": await _regrades(context, user.id),
        "certificates": await all_certificates(context, user.id),
        "public_profile": await read_own_profile(context, user.id),
        "billing": await _billing(context.db, user.id),
        "reviews": await _reviews(context, user.id, running),
        "tutor": await _tutor(context.db, user, running),
        "annotations": await _dumped(context.db, ItemAnnotation, user.id, ItemAnnotation.changed_at),
    }
    of_attempts = await _attempt_events(context.db, user.id), await _attempt_reviews(context.db, user.id)
    parts["tests"] = await answers.of(Attempt, AttemptItem, partial(_attempt, *of_attempts))
    parts["practice"] = await answers.of(PracticeSession, PracticeItem, _practice)
    return await workers.run(str(user.id), _as_json, parts)


async def _login_sessions(context: Context, user_id: UUID, current_id: UUID) -> list[ExportedLoginSession]:
    query = select(LoginSession).where(LoginSession.user_id == user_id)
    ordered = query.order_by(col(LoginSession.created_at), col(LoginSession.id))
    return [
        ExportedLoginSession(
            **as_shown(login, current_id).model_dump(),
            user_agent=login.device,
            expires_at=login.expires_at,
            ended_at=login.ended_at,
        )
        for login in await context.db.exec(ordered)
    ]


async def _reports(context: Context, user_id: UUID) -> list[ExportedReport]:
    rows = await all_reports(context, user_id)
    return [ExportedReport.model_validate(row.model_dump()) for row in rows]


async def _regrades(context: Context, user_id: UUID) -> list[ExportedRegrade]:
    query = (
        select(AttemptRegrade)
        .join(Attempt, col(Attempt.id) == col(AttemptRegrade.attempt_id))
        .where(Attempt.user_id == user_id)
        .order_by(
            col(AttemptRegrade.regraded_at), col(AttemptRegrade.attempt_id), col(AttemptRegrade.item_id)
        )
    )
    return [
        ExportedRegrade.model_validate({**row.model_dump(), "test_id": row.attempt_id})
        for row in await context.db.exec(query)
    ]


async def _reviews(context: Context, user_id: UUID, running: Collection[str]) -> list[ExportedReview]:
    # Reviews reveal which answers were wrong, so those in the technology of an open attempt are left out.
    query = select(ReviewCard).where(ReviewCard.user_id == user_id)
    return [
        ExportedReview.model_validate(card.model_dump())
        for card in await context.db.exec(query.order_by(col(ReviewCard.due), col(ReviewCard.item_id)))
        if card.technology not in running
    ]


async def _tutor(db: AsyncSession, user: User, running: Collection[str]) -> dict[str, Any]:
    # Answers explain what is correct, so those in the technology of an open attempt are left out.
    asked = (
        select(TutorExchange)
        .join(
            ItemVersion,
            (col(ItemVersion.item_id) == col(TutorExchange.item_id))
            & (col(ItemVersion.version) == col(TutorExchange.item_version)),
        )
        .where(TutorExchange.user_id == user.id, col(ItemVersion.technology).not_in(running))
        .order_by(col(TutorExchange.asked_at), col(TutorExchange.id))
    )
    return {
        "consented_at": user.tutor_consented_at,
        "exchanges": [exchange.model_dump() for exchange in await db.exec(asked)],
        "tokens": await _dumped(db, TokenUse, user.id, TokenUse.day),
    }


def _attempt(
    events: Mapping[UUID, list[ExportedEvent]],
    reviews: Mapping[UUID, AttemptReview],
    attempt: Attempt,
    answers: list[ExportedAnswer],
) -> ExportedAttempt:
    return ExportedAttempt.model_validate(
        {
            **attempt.model_dump(),
            "test_id": attempt.id,
            "status": "open" if attempt.submitted_at is None else "submitted",
            "topics": topic_results(attempt),
            "answers": answers,
            "events": events.get(attempt.id, []),
            "review": shown_review(reviews.get(attempt.id)),
        }
    )


def _practice(practice: PracticeSession, answers: list[ExportedAnswer]) -> ExportedPractice:
    return ExportedPractice.model_validate(
        {**practice.model_dump(), "practice_session_id": practice.id, "answers": answers}
    )


def _as_json(parts: dict[str, Any]) -> bytes:
    return Export(**parts).model_dump_json(by_alias=True).encode()


async def _billing(db: AsyncSession, user_id: UUID) -> ExportedBilling:
    """Return a user's paid access, orders and payments, each list oldest first."""
    customer = await db.get(Customer, user_id)
    subscriptions = await _rows(db, Subscription, user_id, Subscription.started_at)
    payments = await _rows(db, Payment, user_id, Payment.created_at)
    return ExportedBilling.model_validate(
        {
            "customer_id": customer.customer_id if customer else None,
            "entitlements": await _dumped(db, Entitlement, user_id, Entitlement.granted_at),
            "checkouts": await _dumped(db, Checkout, user_id, Checkout.created_at),
            "purchases": await _dumped(db, Purchase, user_id, Purchase.fulfilled_at),
            "subscriptions": list(map(to_subscription, subscriptions)),
            "payments": list(map(to_payment_record, payments)),
            "receipts": await _dumped(db, Receipt, user_id, Receipt.queued_at),
        }
    )


async def _dumped(db: AsyncSession, table: Any, user_id: UUID, order: Any) -> list[dict[str, Any]]:
    rows: list[SQLModel] = await _rows(db, table, user_id, order)
    return [row.model_dump() for row in rows]


async def _rows(db: AsyncSession, table: Any, user_id: UUID, order: Any) -> list[Any]:
    query = select(table).where(table.user_id == user_id)
    # The primary key orders rows with the same time.
    return list(await db.exec(query.order_by(order, *table.__table__.primary_key)))


async def _extra_time_requests(db: AsyncSession, user_id: UUID) -> list[ExportedRequest]:
    """Return all requests for extra time, oldest first."""
    query = (
        select(ExtraTimeRequest)
        .where(ExtraTimeRequest.user_id == user_id)
        .order_by(col(ExtraTimeRequest.asked_at), col(ExtraTimeRequest.id))
    )
    return [ExportedRequest.model_validate(row.model_dump()) for row in await db.exec(query)]


async def _attempt_events(db: AsyncSession, user_id: UUID) -> Mapping[UUID, list[ExportedEvent]]:
    """Return the events of the user's attempts in order, by the attempt's id."""
    query = (
        select(AttemptEvent)
        .join(Attempt, col(Attempt.id) == col(AttemptEvent.attempt_id))
        .where(Attempt.user_id == user_id)
        .order_by(col(AttemptEvent.number))
    )
    events: dict[UUID, list[ExportedEvent]] = defaultdict(list)
    for row in await db.exec(query):
        events[row.attempt_id].append(ExportedEvent.model_validate(row.model_dump()))
    return events


async def _attempt_reviews(db: AsyncSession, user_id: UUID) -> Mapping[UUID, AttemptReview]:
    """Return the reviews of the user's attempts, by the attempt's id."""
    query = (
        select(AttemptReview)
        .join(Attempt, col(Attempt.id) == col(AttemptReview.attempt_id))
        .where(Attempt.user_id == user_id)
    )
    return {review.attempt_id: review for review in await db.exec(query)}


class _AnswersReader:
    """Reads attempts or practice sessions with their answered items, a few at a time."""

    def __init__(self, context: Context, workers: FairWorkers, caller: str, running: Collection[str]) -> None:
        self._context = context
        self._workers = workers
        self._caller = caller
        self._running = running

    async def of(
        self,
        table: type[RunT],
        item_table: type[AttemptItem] | type[PracticeItem],
        as_exported: Callable[[RunT, list[ExportedAnswer]], ExportedT],
    ) -> list[ExportedT]:
        """Return all attempts or practice sessions of the user, oldest first."""
        exported: list[ExportedT] = []
        while runs := await self._next(table, len(exported)):
            rows = await self._answered(item_table, [run.id for run in runs])
            items = await load_items(self._context, rows)
            exported += await self._workers.run(
                self._caller, self._put_together, runs, rows, items, as_exported
            )
        return exported

    async def _next(self, table: type[RunT], offset: int) -> Sequence[RunT]:
        query = (
            select(table)
            .where(col(table.user_id) == UUID(self._caller))
            .order_by(col(table.started_at), col(table.id))
            .offset(offset)
            .limit(_AT_ONCE)
        )
        return (await self._context.db.exec(with_mock_exams(query))).all()

    async def _answered(
        self, table: type[AttemptItem] | type[PracticeItem], runs: Sequence[UUID]
    ) -> Sequence[AttemptItem | PracticeItem]:
        # Items that an open attempt has not reached have no answer and stay hidden.
        query = (
            select(table)
            .where(_run_column(table).in_(runs), col(table.answered_at).is_not(None))
            .order_by(col(table.position))
        )
        return (await self._context.db.exec(query)).all()

    def _put_together(
        self,
        runs: Sequence[RunT],
        rows: Sequence[AttemptItem | PracticeItem],
        items: Mapping[Ref, Item],
        as_exported: Callable[[RunT, list[ExportedAnswer]], ExportedT],
    ) -> list[ExportedT]:
        answered: dict[UUID, list[AttemptItem | PracticeItem]] = defaultdict(list)
        for row in rows:
            answered[_run_id(row)].append(row)
        return [
            as_exported(run, _answers(self._context, run.technology, answered[run.id], items, self._running))
            for run in runs
        ]


def _run_column(table: type[AttemptItem] | type[PracticeItem]) -> Any:
    return col(table.attempt_id if issubclass(table, AttemptItem) else table.practice_session_id)


def _run_id(row: AttemptItem | PracticeItem) -> UUID:
    return row.attempt_id if isinstance(row, AttemptItem) else row.practice_session_id


def _answers(
    context: Context,
    technology: str,
    rows: Sequence[AttemptItem | PracticeItem],
    items: Mapping[Ref, Item],
    running: Collection[str],
) -> list[ExportedAnswer]:
    # A practice session can have items of several technologies.
    answered = [
        (row, items[row.item_id, row.item_version], getattr(row, "technology", technology)) for row in rows
    ]
    return [
        ExportedAnswer.model_validate(
            {
                "position": row.position,
                "item": without_key(
                    item,
                    row,
                    technology_names(context.bank, own),
                    with_difficulty=isinstance(row, PracticeItem),
                ),
                "response": shown_response(item, row, row.response or {}),
                "answered_at": row.answered_at,
                "correct": None if own in running or isinstance(row, AttemptItem) else row.correct,
            }
        )
        for row, item, own in answered
    ]
