"""Keeps every item version that an answer may refer to in the database."""

from typing import Any

from sqlalchemy import exists, or_, tuple_
from sqlmodel import col, select, update

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.exams import AttemptItem
from webdev_certs.server.models.items import ItemVersion
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.services.inserts import insert_ignoring

Ref = tuple[str, int]


class BankConflict(Exception):
    """Items were changed without a new version although answers refer to them.

    Attributes:
        items: (id, version) of each.
    """

    def __init__(self, items: list[Ref]) -> None:
        names = ", ".join(f"{item_id} (version {version})" for item_id, version in items)
        super().__init__(f"changed under the same version, but already used; raise the version of: {names}")
        self.items = items


async def sync_items(session: AsyncSession, bank: Bank) -> None:
    """Stores the bank's item versions: new ones are added, changed ones that no one has met are replaced.

    Several processes may do this at once.

    Raises:
        BankConflict: an item that learners have met was changed under the same version.
    """
    columns = (col(ItemVersion.item_id), col(ItemVersion.version), col(ItemVersion.digest))
    stored = {(item_id, version): digest for item_id, version, digest in await session.exec(select(*columns))}
    items = [(name, item) for name, part in bank.technologies.items() for item in part.items]
    changed = [(name, item) for name, item in items if stored.get(_ref(item), item.digest) != item.digest]
    if changed:
        await _refuse_used(session, [item for _, item in changed])
        # One UPDATE by primary key for each row.
        await session.exec(update(ItemVersion), params=[_row(name, item) for name, item in changed])
    missing = [_row(name, item) for name, item in items if _ref(item) not in stored]
    if missing:
        await session.exec(insert_ignoring(session, ItemVersion), params=missing)


async def _refuse_used(session: AsyncSession, changed: list[Item]) -> None:
    stored = col(ItemVersion.item_id), col(ItemVersion.version)
    uses = [
        exists().where(col(table.item_id) == stored[0], col(table.item_version) == stored[1])
        for table in (AttemptItem, PracticeItem)
    ]
    query = select(*stored).where(tuple_(*stored).in_([_ref(item) for item in changed]), or_(*uses))
    used = sorted((item_id, version) for item_id, version in await session.exec(query))
    if used:
        raise BankConflict(used)


def _ref(item: Item) -> Ref:
    return item.id, item.version


def _row(technology: str, item: Item) -> dict[str, Any]:
    return {
        "item_id": item.id,
        "version": item.version,
        "technology": technology,
        "digest": item.digest,
        "content": item.content(),
    }
