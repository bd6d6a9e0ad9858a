"""Items with faults: learners' reports of them, and items that are withdrawn from future exams."""

from collections.abc import Sequence
from uuid import UUID, uuid4

from sqlmodel import col, select

from webdev_certs.schemas.items import ReportedItem, ReportItem, ReportSource
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.models.items import ItemReport, ItemWithdrawal, is_item_or_instance
from webdev_certs.server.services.items.regraded_keys import item_versions
from webdev_certs.server.services.items.shown_without_key import FrozenItem
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.shared.formatting import printable
from webdev_certs.shared.translation import _


async def add_report(
    context: Context, user_id: UUID, row: FrozenItem, position: int, source: ReportSource, form: ReportItem
) -> ReportedItem:
    """Store a learner's report of an item that the learner has been given.

    Args:
        context: The request's context.
        user_id: The learner.
        row: The item as it was given to this learner; the caller has checked that it was.
        position: Its position in the attempt or practice session.
        source: Where it was given.
        form: What is wrong.

    Raises:
        Conflict: `already_reported`: the learner has reported this version of the item before.
    """
    report = insert_ignoring(context.db, ItemReport).values(
        id=uuid4(),
        user_id=user_id,
        item_id=row.item_id,
        item_version=row.item_version,
        source=source,
        kind=form.kind,
        text=printable(form.text),
        reported_at=context.now,
    )
    stored = await context.db.exec(report.returning(col(ItemReport.id)))
    if stored.scalar_one_or_none() is None:
        raise Conflict("already_reported", _("You’ve already reported this question. Thanks!"))
    return ReportedItem(position=position, reported_at=context.now)


async def list_reports(
    context: Context, *, only_open: bool = False, item_id: str | None = None
) -> Sequence[ItemReport]:
    """Return reports, oldest first.

    Args:
        context: The transaction's context.
        only_open: Leave out those that are closed.
        item_id: Only those of this item, or of the instances of this item model.
    """
    query = select(ItemReport).order_by(col(ItemReport.reported_at), col(ItemReport.id))
    if only_open:
        query = query.where(col(ItemReport.closed_at).is_(None))
    if item_id is not None:
        query = query.where(is_item_or_instance(col(ItemReport.item_id), item_id))
    return (await context.db.exec(query)).all()


async def close_report(context: Context, report_id: UUID, note: str | None) -> ItemReport | None:
    """Close a report with a note; return None if there is no such open report."""
    query = select(ItemReport).where(ItemReport.id == report_id).with_for_update()
    report = (await context.db.exec(query)).one_or_none()
    if report is None or report.closed_at is not None:
        return None
    report.closed_at, report.note = context.now, note
    await context.db.flush()
    return report


async def all_reports(context: Context, user_id: UUID) -> Sequence[ItemReport]:
    """Return everything that one learner has reported, oldest first."""
    query = select(ItemReport).where(ItemReport.user_id == user_id)
    return (await context.db.exec(query.order_by(col(ItemReport.reported_at), col(ItemReport.id)))).all()


async def items_with_open_reports(db: AsyncSession) -> set[str]:
    """Return the ids of the items and instances that have a report which is not closed."""
    query = select(ItemReport.item_id).where(col(ItemReport.closed_at).is_(None)).distinct()
    return set(await db.exec(query))


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
