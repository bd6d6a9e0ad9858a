"""Withdraw items from future exams, and reinstate them."""

from sqlmodel import col, select

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.items import ItemWithdrawal
from webdev_certs.server.services.items.regraded_keys import item_versions
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring


async def withdraw(context: Context, item_id: str, reason: str) -> bool:
    """Exclude an item, or all instances of an item model, from future exams.

    Attempts that have the item keep it, and it counts there. Return False if it is withdrawn already.

    Raises:
        RegradeFault: There is no such item, or it is a practice item.
    """
    await item_versions(context, item_id)
    row = insert_ignoring(context.db, ItemWithdrawal).values(
        item_id=item_id, reason=reason, withdrawn_at=context.now
    )
    stored = await context.db.exec(row.returning(col(ItemWithdrawal.item_id)))
    return stored.scalar_one_or_none() is not None


async def reinstate(context: Context, item_id: str) -> bool:
    """Put a withdrawn item in exams again; return False if it is not withdrawn."""
    row = await context.db.get(ItemWithdrawal, item_id)
    if row is None:
        return False
    await context.db.delete(row)
    await context.db.flush()
    return True


async def withdrawn_items(db: AsyncSession) -> frozenset[str]:
    """Return the ids of withdrawn items and item models."""
    return frozenset(await db.exec(select(ItemWithdrawal.item_id)))
