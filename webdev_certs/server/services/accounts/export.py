"""Everything that is stored about a person, for themselves (GDPR, articles 15 and 20)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.content.format import Item
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.models.login_sessions import LoginSession
from webdev_certs.schemas.export import (
    Export,
    ExportedAccount,
    ExportedAnswer,
    ExportedPractice,
    ExportedSession,
    ExportedTest,
)
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.certificates.certificates import list_certificates
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.export_billing import exported_billing
from webdev_certs.server.services.identities import list_identities
from webdev_certs.server.services.items.frozen import Ref, load_items, shown, shown_response
from webdev_certs.server.services.accounts.profile import profile_fields
from webdev_certs.server.services.sessions import as_shown


async def export(context: Context, user: User, session_id: UUID) -> Export:
    """All of it, but for secrets: hashes, tokens, and what would help in a test that runs.

    Attempts whose time is up must have been closed before (`exam_results.close_overdue`).

    Args:
        context: the request's.
        user: who asks.
        session_id: the session that asks.
    """
    attempts = (
        await context.session.exec(
            select(Attempt).where(Attempt.user_id == user.id).order_by(col(Attempt.started_at))
        )
    ).all()
    running = {attempt.technology for attempt in attempts if attempt.submitted_at is None}
    return Export(
        exported_at=context.now,
        account=ExportedAccount.model_validate(await profile_fields(context, user)),
        sessions=await _sessions(context, user.id, session_id),
        identities=await list_identities(context.session, user.id),
        tests=await _tests(context, user.id, attempts, running),
        practice=await _practice(context, user.id, running),
        certificates=await list_certificates(context, user.id),
        billing=await exported_billing(context.session, user.id),
    )


async def _sessions(context: Context, user_id: UUID, current: UUID) -> list[ExportedSession]:
    query = select(LoginSession).where(LoginSession.user_id == user_id).order_by(col(LoginSession.created_at))
    return [
        ExportedSession(
            **as_shown(login, current).model_dump(),
            user_agent=login.device,
            expires_at=login.expires_at,
            ended_at=login.ended_at,
        )
        for login in await context.session.exec(query)
    ]


async def _tests(
    context: Context, user_id: UUID, attempts: Sequence[Attempt], running: Collection[str]
) -> list[ExportedTest]:
    query = (
        select(AttemptItem)
        .join(Attempt, col(Attempt.id) == col(AttemptItem.attempt_id))
        # Items that a running test has not come to yet have no answer, and are nobody's to see.
        .where(Attempt.user_id == user_id, col(AttemptItem.answered_at).is_not(None))
        .order_by(col(AttemptItem.position))
    )
    rows = (await context.session.exec(query)).all()
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
        await context.session.exec(
            select(PracticeSession)
            .where(PracticeSession.user_id == user_id)
            .order_by(col(PracticeSession.started_at))
        )
    ).all()
    query = (
        select(PracticeItem)
        .join(PracticeSession, col(PracticeSession.id) == col(PracticeItem.session_id))
        .where(PracticeSession.user_id == user_id, col(PracticeItem.answered_at).is_not(None))
        .order_by(col(PracticeItem.position))
    )
    rows = (await context.session.exec(query)).all()
    items = await load_items(context, rows)
    answered: dict[UUID, list[PracticeItem]] = defaultdict(list)
    for row in rows:
        answered[row.session_id].append(row)
    return [
        ExportedPractice.model_validate(
            {
                **practice.model_dump(),
                "practice_id": practice.id,
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
