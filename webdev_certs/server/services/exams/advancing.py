"""Advance an open attempt to its next item."""

from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.schemas.exams import AttemptState
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.services.exams.choosing import put_next_item
from webdev_certs.server.services.exams.records import (
    attempt_state,
    load_current,
    lock_account,
    position_not_current,
    require_open,
)
from webdev_certs.server.services.exams.results import close
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _


async def advance(context: Context, user_id: UUID, attempt_id: UUID, position: int) -> AttemptState:
    """Move on from an answered item, for good: to the next item or the end of the attempt.

    Repeating the request changes nothing.

    Args:
        context: The request's context.
        user_id: The learner.
        attempt_id: The attempt.
        position: The item to leave. If the learner has left it already, the current state is returned.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_submitted`; `deadline_passed`; `position_not_current`, with `position`;
            `answer_required`.
    """
    attempt, row = await load_current(context, user_id, attempt_id)
    require_open(attempt, context.now)
    if position > attempt.position:
        raise position_not_current(attempt)
    if position < attempt.position:
        return await attempt_state(context, attempt, row)
    if row.answered_at is None:
        raise Conflict("answer_required", _("Answer this question before you continue."))
    await lock_account(context, user_id)
    if await _move(context, attempt_id, position, by=0):
        await _leave(context, attempt)
    return await attempt_state(context, *await load_current(context, user_id, attempt_id))


async def _leave(context: Context, attempt: Attempt) -> None:
    """Add the next item or end the attempt, which is locked, so its answers no longer change."""
    query = (
        select(AttemptItem)
        .where(AttemptItem.attempt_id == attempt.id)
        .order_by(col(AttemptItem.position))
        .execution_options(populate_existing=True)
    )
    rows = (await context.db.exec(query)).all()
    bank = context.bank.technologies.get(attempt.technology)
    reason = await put_next_item(context, bank, attempt, rows) if bank else "no_items"
    if reason:
        await close(context, attempt, context.now, reason)
    else:
        await _move(context, attempt.id, attempt.position, by=1)


async def _move(context: Context, attempt_id: UUID, position: int, by: int) -> bool:
    """Move an open attempt on from a position, and lock it until the transaction ends.

    Moving by 0 only locks it. The conditions keep the second of two concurrent requests from skipping an
    item.

    Returns:
        Whether the attempt was open and at this position.
    """
    moved = await context.db.exec(
        update(Attempt)
        .where(
            col(Attempt.id) == attempt_id,
            col(Attempt.position) == position,
            col(Attempt.submitted_at).is_(None),
        )
        .values(position=position + by)
        .execution_options(synchronize_session=False)
    )
    return moved.rowcount > 0
