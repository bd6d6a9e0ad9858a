"""Consent to the tutor, and what learners have asked it: list, show and report it."""

from collections.abc import Sequence
from uuid import UUID

from sqlmodel import col, func, select, update

from webdev_certs.schemas.tutor import MAX_EXCHANGES, ReportTutor, TutorExchange, TutorState
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.errors import Conflict, Unavailable
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.gateways.language_model import LanguageModel
from webdev_certs.server.models import tutor as stored
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.services.exams.attempt_state import refuse_during_certification_test
from webdev_certs.server.services.items.shown_without_key import load_item
from webdev_certs.server.services.practice.answers import load_answered
from webdev_certs.server.services.practice.feedback import feedback
from webdev_certs.server.services.practice.practice_session import unknown_practice_session
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.tutor.prompt import sources
from webdev_certs.server.services.tutor.switching import is_off
from webdev_certs.shared.formatting import printable
from webdev_certs.shared.translation import _


async def load_explained(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int
) -> tuple[PracticeItem, Item]:
    """Load a practice question that the learner has answered, and that the tutor may explain now.

    Raises:
        NotFound: `practice_not_found`; also for a question that is not one of practice (any more).
        Conflict: `answer_required`; `test_running`: a mock exam in its technology or any certification test
            is running, whose questions the learner could type.
    """
    _practice, row = await load_answered(context, user_id, practice_session_id, position)
    await refuse_during_certification_test(context, user_id)
    item = await load_item(context, row)
    bank = context.bank.technologies.get(row.technology)
    if item.pool != "practice" or bank is None or family_of(row.item_id) not in bank.practice_families:
        raise unknown_practice_session()
    return row, item


async def require_tutor(context: Context, user_id: UUID) -> LanguageModel:
    """Return the language model, if there is one now and the learner has agreed to its use.

    Raises:
        Unavailable: `tutor_unavailable`.
        Conflict: `consent_required`.
    """
    if context.language_model is None or await is_off(context):
        raise Unavailable("tutor_unavailable", _("There’s no tutor right now."))
    if (await context.db.get_one(User, user_id)).tutor_consented_at is None:
        raise Conflict("consent_required", _("Agree to use the tutor first."))
    return context.language_model


async def read_state(context: Context, user_id: UUID, practice_session_id: UUID, position: int) -> TutorState:
    """Return whether there is a tutor, and what the learner has asked it about a question.

    Raises:
        NotFound, Conflict: As `load_explained`.
    """
    row, item = await load_explained(context, user_id, practice_session_id, position)
    consented = await context.db.exec(select(User.tutor_consented_at).where(User.id == user_id))
    return TutorState(
        available=context.language_model is not None and not await is_off(context),
        consented=consented.one() is not None,
        sources=sources(feedback(item, row, row.response or {}, correct=bool(row.correct))),
        exchanges=[
            shown(exchange, number) for number, exchange in await list_about(context, user_id, row.item_id)
        ],
    )


async def list_about(context: Context, user_id: UUID, item_id: str) -> list[tuple[int, stored.TutorExchange]]:
    """Return the latest of what a learner has asked about an item, each with its number, oldest first."""
    table = stored.TutorExchange
    order = (col(table.asked_at), col(table.id))
    query = (
        select(func.row_number().over(order_by=order), table)
        .where(table.user_id == user_id, table.item_id == item_id)
        .order_by(*(column.desc() for column in order))
        .limit(MAX_EXCHANGES)
    )
    return [(number, exchange) for number, exchange in await context.db.exec(query)][::-1]


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
        NotFound, Conflict: As `load_explained`; `not_asked`: there is no exchange with this number;
            `already_reported`.
    """
    row, _item = await load_explained(context, user_id, practice_session_id, position)
    exchange = dict(await list_about(context, user_id, row.item_id)).get(form.exchange)
    if exchange is None:
        raise Conflict("not_asked", _("You haven’t asked this about the question."))
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
