"""The export of everything stored about a user, for that user (GDPR, articles 15 and 20)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.export import (
    Export,
    ExportedAccount,
    ExportedAnswer,
    ExportedLoginSession,
    ExportedPractice,
    ExportedTest,
)
from webdev_certs.server.content.format import Item
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.models.login_sessions import LoginSession
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.accounts.export_billing import exported_billing
from webdev_certs.server.services.accounts.identities import list_identities
from webdev_certs.server.services.accounts.login_sessions import as_shown
from webdev_certs.server.services.accounts.profile import profile_fields
from webdev_certs.server.services.certificates.certificates import list_certificates
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.frozen import Ref, load_items, shown, shown_response
from webdev_certs.server.services.shared.context import Context


async def export(context: Context, user: User, login_session_id: UUID) -> Export:
    """Return all data except secrets: hashes, tokens, and what would help in a running test.

    The caller has closed the attempts whose time is up (`exams.results.close_overdue`).

    Args:
        context: The request's context.
        user: Whose data to export.
        login_session_id: The login session that asks, which the export marks as current.
    """
    attempts = (
        await context.db.exec(
            select(Attempt).where(Attempt.user_id == user.id).order_by(col(Attempt.started_at))
        )
    ).all()
    running = {attempt.technology for attempt in attempts if attempt.submitted_at is None}
    return Export(
        exported_at=context.now,
        account=ExportedAccount.model_validate(await profile_fields(context, user)),
        login_sessions=await _login_sessions(context, user.id, login_session_id),
        identities=await list_identities(context.db, user.id),
        tests=await _tests(context, user.id, attempts, running),
        practice=await _practice(context, user.id, running),
        certificates=await list_certificates(context, user.id),
        billing=await exported_billing(context.db, user.id),
    )


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


async def _tests(
    context: Context, user_id: UUID, attempts: Sequence[Attempt], running: Collection[str]
) -> list[ExportedTest]:
    query = (
        select(AttemptItem)
        .join(Attempt, col(Attempt.id) == col(AttemptItem.attempt_id))
        # Items that a running test has not reached have no answer and stay hidden.
        .where(Attempt.user_id == user_id, col(AttemptItem.answered_at).is_not(None))
        .order_by(col(AttemptItem.position))
    )
    rows = (await context.db.exec(query)).all()
    items = await load_items(context, rows)
    answered: dict[UUID, list[AttemptItem]] = defaultdict(list)
    for row in rows:
        answered[row.attempt_id].append(row)
    return [
        ExportedTest.model_validate(
            {
                **attempt.model_dump(),
                "test_id": attempt.id,
                "status": "open" if attempt.submitted_at is None else "submitted",
                "topics": attempt.profile or [],
                "answers": _answers(context, attempt.technology, answered[attempt.id], items, running),
            }
        )
        for attempt in attempts
    ]


async def _practice(context: Context, user_id: UUID, running: Collection[str]) -> list[ExportedPractice]:
    sessions = (
        await context.db.exec(
            select(PracticeSession)
            .where(PracticeSession.user_id == user_id)
            .order_by(col(PracticeSession.started_at))
        )
    ).all()
    query = (
        select(PracticeItem)
        .join(PracticeSession, col(PracticeSession.id) == col(PracticeItem.practice_session_id))
        .where(PracticeSession.user_id == user_id, col(PracticeItem.answered_at).is_not(None))
        .order_by(col(PracticeItem.position))
    )
    rows = (await context.db.exec(query)).all()
    items = await load_items(context, rows)
    answered: dict[UUID, list[PracticeItem]] = defaultdict(list)
    for row in rows:
        answered[row.practice_session_id].append(row)
    return [
        ExportedPractice.model_validate(
            {
                **practice.model_dump(),
                "practice_session_id": practice.id,
                "answers": _answers(context, practice.technology, answered[practice.id], items, running),
            }
        )
        for practice in sessions
    ]


def _answers(
    context: Context,
    technology: str,
    rows: Sequence[AttemptItem | PracticeItem],
    items: Mapping[Ref, Item],
    running: Collection[str],
) -> list[ExportedAnswer]:
    names = technology_names(context.bank, technology)
    answered = [(row, items[row.item_id, row.item_version]) for row in rows]
    return [
        ExportedAnswer.model_validate(
            {
                "position": row.position,
                "item": shown(item, row, names),
                "response": shown_response(item, row, row.response or {}),
                "answered_at": row.answered_at,
                "correct": None if technology in running else row.correct,
            }
        )
        for row, item in answered
    ]
