"""Consent to the tutor, and what learners have asked it: list, show and report it."""

from collections.abc import Sequence
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.schemas.tutor import ReportTutor, TutorExchange, TutorState
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.models import tutor as stored
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.items.shown_without_key import load_item
from webdev_certs.server.services.practice.feedback import feedback
from webdev_certs.server.services.practice.practice_session import (
    load_practice_session,
    unknown_practice_session,
)
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.printable import printable
from webdev_certs.server.services.tutor.prompt import sources
from webdev_certs.server.services.tutor.switching import is_off
from webdev_certs.shared.translation import _


async def load_answered(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int
) -> tuple[PracticeItem, Item]:
    """Load a practice question that the learner has answered.

    Raises:
        NotFound: `practice_not_found`; also for a question that was never one of practice.
        Conflict: `answer_required`; `test_running`: an attempt in its technology is running.
    """
    _practice, row = await load_practice_session(context, user_id, practice_session_id, position)
    if row is None or row.answered_at is None:
        raise Conflict("answer_required", _("Answer the question first, then you can ask about it."))
    await refuse_during_attempt(context, user_id, row.technology)
    item = await load_item(context, row)
    if item.pool != "practice":
        raise unknown_practice_session()
    return row, item


async def read_state(context: Context, user_id: UUID, practice_session_id: UUID, position: int) -> TutorState:
    """Return whether there is a tutor, and what the learner has asked it about a question.

    Raises:
        NotFound, Conflict: As `load_answered`.
    """
    row, item = await load_answered(context, user_id, practice_session_id, position)
    consented = await context.db.exec(select(User.tutor_consented_at).where(User.id == user_id))
    return TutorState(
        available=context.language_model is not None and not await is_off(context),
        consented=consented.one() is not None,
        sources=sources(feedback(item, row, row.response or {}, correct=bool(row.correct))),
        exchanges=[
            shown(exchange, number)
            for number, exchange in enumerate(await list_about(context, user_id, row.item_id), start=1)
        ],
    )


async def list_about(context: Context, user_id: UUID, item_id: str) -> Sequence[stored.TutorExchange]:
    """Return everything that a learner has asked about an item, oldest first."""
    table = stored.TutorExchange
    query = select(table).where(table.user_id == user_id, table.item_id == item_id)
    return (await context.db.exec(query.order_by(col(table.asked_at), col(table.id)))).all()


def shown(exchange: stored.TutorExchange, number: int) -> TutorExchange:
    """Return an exchange as its learner sees it."""
    return TutorExchange.model_validate(
        {**exchange.model_dump(), "number": number, "reported": exchange.reported_at is not None}
    )


async def report(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int, form: ReportTutor
) -> TutorExchange:
    """Report an answer to the operator.

    Raises:
        NotFound, Conflict: As `load_answered`; `not_asked`: there is no exchange with this number;
            `already_reported`.
    """
    row, _item = await load_answered(context, user_id, practice_session_id, position)
    exchanges = await list_about(context, user_id, row.item_id)
    if form.exchange > len(exchanges):
        raise Conflict("not_asked", _("You haven’t asked this about the question."))
    exchange = exchanges[form.exchange - 1]
    if exchange.reported_at is not None:
        raise Conflict("already_reported", _("You’ve already reported this answer. Thanks!"))
    exchange.reported_at, exchange.report = context.now, printable(form.text)
    await context.db.flush()
    return shown(exchange, form.exchange)


async def set_consent(context: Context, user_id: UUID, *, given: bool) -> None:
    """Record when the learner agreed to the use of the tutor, or that the learner no longer does."""
    await context.db.exec(
        update(User)
        .where(col(User.id) == user_id)
        .values(tutor_consented_at=context.now if given else None)
        .execution_options(synchronize_session=False)
    )


async def list_reported(context: Context) -> Sequence[stored.TutorExchange]:
    """Return the exchanges that learners have reported, oldest first."""
    table = stored.TutorExchange
    query = select(table).where(col(table.reported_at).is_not(None))
    return (await context.db.exec(query.order_by(col(table.reported_at), col(table.id)))).all()
