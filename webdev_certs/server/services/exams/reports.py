"""Report an item of an attempt."""

from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.reports import ReportedItem, ReportItem
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.services.exams.records import unknown_attempt
from webdev_certs.server.services.items.reports import add_report
from webdev_certs.server.services.shared.context import Context


async def report_item(
    context: Context, user_id: UUID, attempt_id: UUID, position: int, form: ReportItem
) -> ReportedItem:
    """Report the item at a position that the learner has reached. The attempt is not touched.

    Raises:
        NotFound: `test_not_found`, also for an item that the learner has not been given.
        Conflict: `already_reported`.
    """
    query = (
        select(AttemptItem)
        .join(Attempt, col(Attempt.id) == col(AttemptItem.attempt_id))
        .where(
            Attempt.id == attempt_id,
            Attempt.user_id == user_id,
            AttemptItem.position == position,
            col(AttemptItem.position) <= col(Attempt.position),
        )
    )
    row = (await context.db.exec(query)).one_or_none()
    if row is None:
        raise unknown_attempt()
    return await add_report(context, user_id, row, position, "exam", form)
