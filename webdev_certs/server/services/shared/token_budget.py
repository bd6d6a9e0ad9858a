"""Budgets of the language model's tokens: by person and for everybody, each for one day (UTC)."""

from datetime import timedelta
from uuid import UUID, uuid4

from sqlmodel import col, func, select, update

from webdev_certs.server.domain.errors import TooManyRequests, Unavailable
from webdev_certs.server.models.tutor import TokenUse
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.shared.translation import _


async def reserve_tokens(context: Context, user_id: UUID, tokens: int) -> UUID:
    """Reserve what a call will use at most, and return the id for `settle_tokens`.

    Simultaneous calls of one person are counted one after the other. Those of different people may exceed the
    budget for everybody by what they reserve, because counting it exactly would make all wait for each other.

    Args:
        context: The transaction's context; on an error it must roll back.
        user_id: Whose budget is used, besides that of everybody.
        tokens: The most that the call may use.

    Raises:
        TooManyRequests: `too_many_requests`: the person's budget for today is used up.
        Unavailable: `tutor_unavailable`: that of everybody is.
    """
    settings, today = context.settings, context.now.date()
    start = {"id": uuid4(), "day": today, "user_id": user_id, "tokens": 0}
    await context.db.exec(insert_ignoring(context.db, TokenUse).values(**start))
    used = await context.db.exec(
        update(TokenUse)
        .where(col(TokenUse.day) == today, col(TokenUse.user_id) == user_id)
        .values(tokens=col(TokenUse.tokens) + tokens)
        .returning(col(TokenUse.id), col(TokenUse.tokens))
        .execution_options(synchronize_session=False)
    )
    row_id, total = used.one()
    if total > settings.llm_person_tokens:
        tomorrow = context.now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
        wait = int((tomorrow - context.now).total_seconds()) + 1
        message = _("You’ve asked the tutor a lot today. It’s back tomorrow.")
        raise TooManyRequests("too_many_requests", message, retry_after=wait)
    everybody = select(func.sum(TokenUse.tokens)).where(TokenUse.day == today)
    if ((await context.db.exec(everybody)).one() or 0) > settings.llm_day_tokens:
        raise Unavailable(
            "tutor_unavailable", _("The tutor has reached its limit for today. It’s back tomorrow.")
        )
    return row_id


async def settle_tokens(context: Context, row_id: UUID, difference: int) -> None:
    """Correct a reservation by what the call has really used.

    Args:
        context: The transaction's context.
        row_id: From `reserve_tokens`.
        difference: The tokens used minus the tokens reserved.
    """
    await context.db.exec(
        update(TokenUse)
        .where(col(TokenUse.id) == row_id)
        .values(tokens=col(TokenUse.tokens) + difference)
        .execution_options(synchronize_session=False)
    )
