"""Saving answers to a running test: the path that every learner takes at every item.

Plain statements, composed once, for `Database.run`: mapping objects and composing anew took longer than the
database itself.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, and_, bindparam, exists, select, update
from sqlmodel import SQLModel, col

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.grading import check_text
from webdev_certs.server.models.items import ItemVersion
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.schemas.exams import SavedAnswer
from webdev_certs.server.services.exams.records import position_not_current, require_open, seconds_left, unknown_test
from webdev_certs.server.services.items.frozen import presentation

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
    )
    .join_from(
        _ATTEMPTS.id.table,
        _ITEMS.position.table,
        and_(_ITEMS.attempt_id == _ATTEMPTS.id, _ITEMS.position == _ATTEMPTS.position),
    )
    .where(_ATTEMPTS.id == bindparam("test_id"), _ATTEMPTS.user_id == bindparam("user_id"))
    # Keeps it from being advanced or submitted until the transaction ends. SQLite has no such locks: there
    # the UPDATE checks for itself.
    .with_for_update(read=True, of=_ATTEMPTS.id.table)
)
_SAVE = (
    update(_ITEMS.position.table)
    .where(
        _ITEMS.attempt_id == bindparam("test_id"),
        _ITEMS.position == bindparam("at"),
        exists().where(
            _ATTEMPTS.id == bindparam("test_id"),
            _ATTEMPTS.position == bindparam("at"),
            _ATTEMPTS.submitted_at.is_(None),
        ),
    )
    .values(response=bindparam("given"), answered_at=bindparam("now"))
)


def save_answer(
    connection: Connection,
    bank: Bank,
    now: datetime,
    user_id: UUID,
    test_id: UUID,
    position: int,
    response: ItemResponse,
) -> SavedAnswer:
    """Saves, or replaces, the answer to the current item: one SELECT and one UPDATE.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_submitted`; `deadline_passed`; `position_not_current`, with `position`.
        InvalidInput: the answer is not one that this item can have (`domain.responses`, `domain.grading`).
    """
    while True:
        current = _current(connection, user_id, test_id)
        require_open(current, now)
        if position != current.position:
            raise position_not_current(current)
        item = _item(connection, bank, current)
        given = presentation(item, current).to_bank(response.model_dump())
        check_text(item, given)
        saved = connection.execute(_SAVE, {"test_id": test_id, "at": position, "given": given, "now": now})
        if saved.rowcount:
            return SavedAnswer(position=position, saved_at=now, seconds_left=seconds_left(current, now))
        # The attempt has moved on meanwhile, so the second look ends with the refusal that fits.


def _current(connection: Connection, user_id: UUID, test_id: UUID) -> Any:
    whose = {"test_id": test_id, "user_id": user_id}
    # Twice, because an attempt that advanced while its lock was waited for no longer joins the item that was
    # current when the query began, and PostgreSQL drops the row.
    row = connection.execute(_CURRENT, whose).first() or connection.execute(_CURRENT, whose).first()
    if row is None:
        raise unknown_test()
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
