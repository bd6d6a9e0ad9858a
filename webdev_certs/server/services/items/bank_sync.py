"""Store the item versions of the question bank in the database, where answers refer to them."""

import logging
from dataclasses import replace
from typing import Any

from sqlalchemy import exists, or_, tuple_
from sqlmodel import col, select, update

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.exams import AttemptItem
from webdev_certs.server.models.items import ItemVersion
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.services.shared.inserts import insert_ignoring

Ref = tuple[str, int]
_log = logging.getLogger(__name__)


async def sync_items(db: AsyncSession, bank: Bank) -> Bank:
    """Store the bank's item versions: add new ones, and replace changed ones that nobody has seen.

    An item that learners have seen may have changed without a new version, for example by a corrected typing
    error. Its stored content stays, because answers refer to it, and a warning is logged.

    Several processes may do this at once.

    Returns:
        The bank to use: the given one, with the stored content of such items.
    """
    columns = (col(ItemVersion.item_id), col(ItemVersion.version), col(ItemVersion.digest))
    stored = {(item_id, version): digest for item_id, version, digest in await db.exec(select(*columns))}
    items = [(name, item) for name, part in bank.technologies.items() for item in part.items]
    changed = [(name, item) for name, item in items if stored.get(_ref(item), item.digest) != item.digest]
    kept = await _seen_contents(db, [item for _, item in changed]) if changed else {}
    unseen = [_row(name, item) for name, item in changed if _ref(item) not in kept]
    if unseen:
        # One UPDATE by primary key for each row.
        await db.exec(update(ItemVersion), params=unseen)
    missing = [_row(name, item) for name, item in items if _ref(item) not in stored]
    if missing:
        await db.exec(insert_ignoring(db, ItemVersion), params=missing)
    if not kept:
        return bank
    names = ", ".join(f"{item_id} (version {version})" for item_id, version in sorted(kept))
    _log.warning(
        "changed without a new version, so the stored content is used; raise the version of: %s", names
    )
    return Bank(
        replace(part, items=tuple(kept.get(_ref(item), item) for item in part.items))
        for part in bank.technologies.values()
    )


async def _seen_contents(db: AsyncSession, changed: list[Item]) -> dict[Ref, Item]:
    """Return the stored versions of those of the items that learners have seen."""
    stored = col(ItemVersion.item_id), col(ItemVersion.version)
    uses = [
        exists().where(col(table.item_id) == stored[0], col(table.item_version) == stored[1])
        for table in (AttemptItem, PracticeItem)
    ]
    query = select(ItemVersion).where(tuple_(*stored).in_([_ref(item) for item in changed]), or_(*uses))
    rows = await db.exec(query)
    current = {_ref(item): item for item in changed}
    # The parameters are not part of the content and follow the bank.
    return {
        (row.item_id, row.version): Item.model_validate(row.content).model_copy(
            update={"calibration": current[row.item_id, row.version].calibration}
        )
        for row in rows
    }


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
