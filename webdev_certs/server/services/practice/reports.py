"""Report an item of a practice session."""

from uuid import UUID

from webdev_certs.schemas.items import ReportedItem, ReportItem
from webdev_certs.server.services.items.reports import add_report
from webdev_certs.server.services.practice.records import load_practice_session, unknown_practice_session
from webdev_certs.server.services.shared.context import Context


async def report_item(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int, form: ReportItem
) -> ReportedItem:
    """Report the item at a position that the learner has reached.

    Raises:
        NotFound: `practice_not_found`, also for an item that the learner has not been given.
        Conflict: `already_reported`.
    """
    practice, row = await load_practice_session(context, user_id, practice_session_id, position)
    if row is None or position > practice.answered + 1:
        raise unknown_practice_session()
    return await add_report(context, user_id, row, position, "practice", form)
