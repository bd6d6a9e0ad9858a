"""Save answers to an open attempt: the most frequent call.

It uses plain statements that are compiled once, with `Database.run`: mapping objects and compiling the
statements at each call took longer than the database itself.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Integer, and_, bindparam, exists, func, or_, select, update
from sqlmodel import SQLModel, col

from webdev_certs.schemas.exams import SaveAnswer, SavedAnswer
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.exam_deadline import seconds_left
from webdev_certs.server.domain.grading import check_text
from webdev_certs.server.models.items import ItemVersion
from webdev_certs.server.services.exams.records import (
    position_not_current,
    require_open,
    unknown_attempt,
)
from webdev_certs.server.services.exams.results import close_overdue
from webdev_certs.server.services.items.frozen import presentation
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _

_ATTEMPTS = SQLModel.metadata.tables["attempts"].c
_ITEMS = SQLModel.metadata.tables["attempt_items"].c
_CURRENT = (
    select(
        _ATTEMPTS.position,
        _ATTEMPTS.deadline,
        _ATTEMPTS.submitted_at,
        _ATTEMPTS.ended_by,
        _ITEMS.item_id,
        _ITEMS.item_version,
        _ITEMS.option_order,
        _ITEMS.match_order,
        _ITEMS.sequence,
    )
    .join_from(
        _ATTEMPTS.id.table,
        _ITEMS.position.table,
        and_(_ITEMS.attempt_id == _ATTEMPTS.id, _ITEMS.position == _ATTEMPTS.position),
    )
    .where(_ATTEMPTS.id == bindparam("attempt"), _ATTEMPTS.user_id == bindparam("user_id"))
    # On PostgreSQL the lock keeps other requests from advancing or submitting the attempt until the
    # transaction ends. SQLite has no row locks, so the UPDATE repeats the check.
    .with_for_update(read=True, of=_ATTEMPTS.id.table)
)
_SENT: Any = bindparam("sent", type_=Integer())
_SAVE = (
    update(_ITEMS.position.table)
    .where(
        _ITEMS.attempt_id == bindparam("attempt"),
        _ITEMS.position == bindparam("current"),
        exists().where(
            _ATTEMPTS.id == bindparam("attempt"),
            _ATTEMPTS.position == bindparam("current"),
            _ATTEMPTS.submitted_at.is_(None),
        ),
        or_(_SENT.is_(None), _ITEMS.sequence < _SENT),
    )
    .values(
        response=bindparam("given"),
        answered_at=bindparam("now"),
        sequence=func.coalesce(_SENT, _ITEMS.sequence + 1),
    )
)


async def save_answer(
    context: Context, user_id: UUID, attempt_id: UUID, position: int, answer: SaveAnswer
) -> SavedAnswer:
    """Save or replace the answer to the current item, unless a newer answer is saved.

    If the time is up, close the learner's overdue attempts.

    Args:
        context: The request's context.
        user_id: The learner.
        attempt_id: The attempt.
        position: The item that is answered.
        answer: The answer, in the ids that the learner saw, with the client's sequence number.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_submitted`; `deadline_passed`; `position_not_current`, with `position`;
            `answer_outdated`, with the `sequence` of the saved answer.
        InvalidInput: The answer does not fit the item (`domain.responses`, `domain.grading`).
    """

    now = context.now

    def save(connection: Connection) -> SavedAnswer:
        return _save(connection, context.bank, now, user_id, attempt_id, position, answer)

    # Overdue attempts are closed only after a refusal, so that saving needs no more than two statements.
    try:
        return await context.database.run(save)
    except Conflict as refusal:
        if refusal.code == "deadline_passed":
            async with context.transaction() as transaction:
                await close_overdue(transaction, user_id)
        raise


def _save(
    connection: Connection,
    bank: Bank,
    now: datetime,
    user_id: UUID,
    attempt_id: UUID,
    position: int,
    answer: SaveAnswer,
) -> SavedAnswer:
    """Save the answer with one SELECT and one UPDATE."""
    sequence = answer.sequence
    while True:
        current = _current(connection, user_id, attempt_id)
        require_open(current, now)
        if position != current.position:
            raise position_not_current(current)
        if sequence is not None and sequence <= current.sequence:
            raise Conflict(
                "answer_outdated", _("A newer answer is saved already."), sequence=current.sequence
            )
        item = _item(connection, bank, current)
        given = presentation(item, current).to_bank(answer.response.model_dump())
        check_text(item, given)
        saved = connection.execute(
            _SAVE,
            {"attempt": attempt_id, "current": position, "given": given, "now": now, "sent": sequence},
        )
        if saved.rowcount:
            left = seconds_left(current.deadline, now)
            return SavedAnswer(position=position, saved_at=now, seconds_left=left)
        # Another request advanced or ended the attempt, or saved a newer answer, so checking again raises the
        # error that fits.


def _current(connection: Connection, user_id: UUID, attempt_id: UUID) -> Any:
    parameters = {"attempt": attempt_id, "user_id": user_id}
    # If the attempt advances while PostgreSQL waits for its lock, the item that was current before no longer
    # matches and the query finds nothing. The second query finds the new current item.
    row = connection.execute(_CURRENT, parameters).first() or connection.execute(_CURRENT, parameters).first()
    if row is None:
        raise unknown_attempt()
    return row


def _item(connection: Connection, bank: Bank, current: Any) -> Item:
    item = bank.item(current.item_id, current.item_version)
    if item is None:
        # The bank no longer holds this version.
        query = select(col(ItemVersion.content)).where(
            col(ItemVersion.item_id) == current.item_id, col(ItemVersion.version) == current.item_version
        )
        item = Item.model_validate(connection.execute(query).scalar_one())
    return item
