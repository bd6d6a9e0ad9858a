"""The export of everything stored about a user, for that user (GDPR, articles 15 and 20)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.export import (
    Export,
    ExportedAccount,
    ExportedAnswer,
    ExportedEvent,
    ExportedLoginSession,
    ExportedPractice,
    ExportedRegrade,
    ExportedReport,
    ExportedReview,
    ExportedTest,
)
from webdev_certs.server.content.format import Item
from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.models.item_corrections import Regrade
from webdev_certs.server.models.login_sessions import LoginSession
from webdev_certs.server.models.practice import PracticeItem, PracticeSession, ReviewCard
from webdev_certs.server.services.accounts.export_billing import exported_billing
from webdev_certs.server.services.accounts.export_exams import exported_events, exported_requests
from webdev_certs.server.services.accounts.identities import list_identities
from webdev_certs.server.services.accounts.login_sessions import as_shown
from webdev_certs.server.services.accounts.profile import profile_fields
from webdev_certs.server.services.certificates.certificates import all_certificates
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.frozen import Ref, load_items, shown_response
from webdev_certs.server.services.items.reports import all_reports
from webdev_certs.server.services.items.without_key import without_key
from webdev_certs.server.services.shared.context import Context

_AT_ONCE = 20
"""How many attempts or practice sessions are read at once, with up to 20 answers each."""

RunT = TypeVar("RunT", Attempt, PracticeSession)
ExportedT = TypeVar("ExportedT", ExportedTest, ExportedPractice)


def export_workers(queue: int = 24) -> FairWorkers:
    """Return what makes exports, one after the other.

    Args:
        queue: How many exports may wait for their next step.
    """
    refusal = "Too many exports are running. Try again in a minute."
    return FairWorkers(1, queue=queue, name="export", refusal=refusal, retry_after=60)


async def export(context: Context, user: User, login_session_id: UUID, workers: FairWorkers) -> bytes:
    """Return all data as JSON, except secrets: hashes, tokens, and what would help in a running test.

    Records are read a few at a time and put together by a worker, so that other requests are not delayed.
    The caller has closed the attempts whose time is up (`exams.results.close_overdue`).

    Args:
        context: The request's context.
        user: Whose data to export.
        login_session_id: The login session that asks, which the export marks as current.
        workers: Do what takes CPU time.

    Raises:
        Overloaded: `busy`: too many exports are running.
    """
    open_attempts = select(Attempt.technology).where(
        Attempt.user_id == user.id, col(Attempt.submitted_at).is_(None)
    )
    running = set(await context.db.exec(open_attempts))
    answers = _Answers(context, workers, str(user.id), running)
    parts = {
        "exported_at": context.now,
        "account": ExportedAccount.model_validate(await profile_fields(context, user)),
        "login_sessions": await _login_sessions(context, user.id, login_session_id),
        "identities": await list_identities(context.db, user.id),
        "extra_time_requests": await exported_requests(context.db, user.id),
        "reports": await _reports(context, user.id),
        "regrades": await _regrades(context, user.id),
        "certificates": await all_certificates(context, user.id),
        "billing": await exported_billing(context.db, user.id),
        "reviews": await _reviews(context, user.id, running),
    }
    events = await exported_events(context.db, user.id)
    parts["tests"] = await answers.of(Attempt, AttemptItem, partial(_attempt, events))
    parts["practice"] = await answers.of(PracticeSession, PracticeItem, _practice)
    return await workers.run(str(user.id), _as_json, parts)


async def _login_sessions(context: Context, user_id: UUID, current_id: UUID) -> list[ExportedLoginSession]:
    query = select(LoginSession).where(LoginSession.user_id == user_id).order_by(col(LoginSession.created_at))
    return [
        ExportedLoginSession(
            **as_shown(login, current_id).model_dump(),
            user_agent=login.device,
            expires_at=login.expires_at,
            ended_at=login.ended_at,
        )
        for login in await context.db.exec(query)
    ]


async def _reports(context: Context, user_id: UUID) -> list[ExportedReport]:
    rows = await all_reports(context, user_id)
    return [ExportedReport.model_validate(row.model_dump()) for row in rows]


async def _regrades(context: Context, user_id: UUID) -> list[ExportedRegrade]:
    query = (
        select(Regrade)
        .join(Attempt, col(Attempt.id) == col(Regrade.attempt_id))
        .where(Attempt.user_id == user_id)
        .order_by(col(Regrade.regraded_at))
    )
    return [
        ExportedRegrade.model_validate({**row.model_dump(), "test_id": row.attempt_id})
        for row in await context.db.exec(query)
    ]


async def _reviews(context: Context, user_id: UUID, running: Collection[str]) -> list[ExportedReview]:
    # They say which answers were wrong, so those of a running test are left out.
    query = select(ReviewCard).where(ReviewCard.user_id == user_id).order_by(col(ReviewCard.due))
    return [
        ExportedReview.model_validate(card.model_dump())
        for card in await context.db.exec(query)
        if card.technology not in running
    ]


class _Answers:
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
            rows = await self._answered(item_table, [one.id for one in runs])
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
        return (await self._context.db.exec(query)).all()

    async def _answered(
        self, table: type[AttemptItem] | type[PracticeItem], runs: Sequence[UUID]
    ) -> Sequence[AttemptItem | PracticeItem]:
        # Items that a running test has not reached have no answer and stay hidden.
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
            as_exported(one, _answers(self._context, one.technology, answered[one.id], items, self._running))
            for one in runs
        ]


def _run_column(table: type[AttemptItem] | type[PracticeItem]) -> Any:
    return col(table.attempt_id if issubclass(table, AttemptItem) else table.practice_session_id)


def _run_id(row: AttemptItem | PracticeItem) -> UUID:
    return row.attempt_id if isinstance(row, AttemptItem) else row.practice_session_id


def _attempt(
    events: Mapping[UUID, list[ExportedEvent]], attempt: Attempt, answers: list[ExportedAnswer]
) -> ExportedTest:
    return ExportedTest.model_validate(
        {
            **attempt.model_dump(),
            "test_id": attempt.id,
            "status": "open" if attempt.submitted_at is None else "submitted",
            "topics": attempt.profile or [],
            "answers": answers,
            "events": events.get(attempt.id, []),
        }
    )


def _practice(practice: PracticeSession, answers: list[ExportedAnswer]) -> ExportedPractice:
    return ExportedPractice.model_validate(
        {**practice.model_dump(), "practice_session_id": practice.id, "answers": answers}
    )


def _as_json(parts: dict[str, Any]) -> bytes:
    return Export(**parts).model_dump_json(by_alias=True).encode()


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
                "item": without_key(item, row, technology_names(context.bank, own)),
                "response": shown_response(item, row, row.response or {}),
                "answered_at": row.answered_at,
                "correct": None if own in running or isinstance(row, AttemptItem) else row.correct,
            }
        )
        for row, item, own in answered
    ]
