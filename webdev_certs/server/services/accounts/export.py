"""The export of everything stored about a user, for that user (GDPR, articles 15 and 20)."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.export import (
    Export,
    ExportedAccount,
    ExportedAnswer,
    ExportedAttempt,
    ExportedEvent,
    ExportedLoginSession,
    ExportedPractice,
    ExportedRegrade,
    ExportedReport,
    ExportedReview,
)
from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.models.items import AttemptRegrade
from webdev_certs.server.models.login_sessions import LoginSession
from webdev_certs.server.models.practice import PracticeItem, PracticeSession, ReviewCard
from webdev_certs.server.services.accounts.export_answers import AnswersReader
from webdev_certs.server.services.accounts.export_billing import exported_billing
from webdev_certs.server.services.accounts.export_exams import exported_events, exported_requests
from webdev_certs.server.services.accounts.identities import list_identities
from webdev_certs.server.services.accounts.login_sessions import as_shown
from webdev_certs.server.services.accounts.profile import profile_fields
from webdev_certs.server.services.certificates.certificates import all_certificates
from webdev_certs.server.services.items.reports import all_reports
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import N_


def export_workers(queue: int = 24) -> FairWorkers:
    """Return the worker that makes exports, one after the other.

    Args:
        queue: How many exports may wait for their next step.
    """
    refusal = N_("Too many exports are running. Try again in a minute.")
    return FairWorkers(1, queue=queue, name="export", refusal=refusal, retry_after=60)


async def export(context: Context, user: User, login_session_id: UUID, workers: FairWorkers) -> bytes:
    """Return all data as JSON, except secrets: hashes, tokens, and what would help in an open attempt.

    Records are read a few at a time and put together by a worker, so that other requests are not delayed.
    The caller has closed the attempts whose time is up (`exams.results.close_overdue`).

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
    running = set(await context.db.exec(open_attempts))
    answers = AnswersReader(context, workers, str(user.id), running)
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


def _attempt(
    events: Mapping[UUID, list[ExportedEvent]], attempt: Attempt, answers: list[ExportedAnswer]
) -> ExportedAttempt:
    return ExportedAttempt.model_validate(
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
