"""Requests for extra time: made by learners, granted or refused by operators."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from sqlmodel import col, select, update

from webdev_certs.schemas import exams as wire
from webdev_certs.server.domain.errors import Conflict, InvalidInput
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import ExtraTimeRequest
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.shared.formatting import printable
from webdev_certs.shared.translation import _

_SHOWN = 20


@dataclass(frozen=True)
class Asked:
    """A request as operators see it."""

    user: User
    request: ExtraTimeRequest


async def ask(context: Context, user_id: UUID, form: wire.AskExtraTime) -> wire.ExtraTimeRequest:
    """Ask for extra time.

    Raises:
        InvalidInput: `reason_unreadable`: the reason has no printable characters.
        Conflict: `extra_time_asked`: an earlier request is still open.
    """
    reason = printable(form.reason)
    if not reason:
        raise InvalidInput("reason_unreadable", _("Tell us why, in a few words."), field="reason")
    row = insert_ignoring(context.db, ExtraTimeRequest).values(
        id=uuid4(),
        user_id=user_id,
        percent=form.percent,
        reason=reason,
        state="asked",
        asked_at=context.now,
    )
    request_id = (await context.db.exec(row.returning(col(ExtraTimeRequest.id)))).scalar_one_or_none()
    if request_id is None:
        raise Conflict(
            "extra_time_asked", _("You’ve already asked for extra time. We’ll email you our answer.")
        )
    return _shown(
        (await context.db.exec(select(ExtraTimeRequest).where(ExtraTimeRequest.id == request_id))).one()
    )


async def list_own(context: Context, user_id: UUID) -> list[wire.ExtraTimeRequest]:
    """Return the learner's latest requests, newest first."""
    query = (
        select(ExtraTimeRequest)
        .where(ExtraTimeRequest.user_id == user_id)
        .order_by(col(ExtraTimeRequest.asked_at).desc(), col(ExtraTimeRequest.id))
        .limit(_SHOWN)
    )
    return [_shown(row) for row in await context.db.exec(query)]


async def list_asked(context: Context, *, decided: bool = False) -> Sequence[Asked]:
    """Return the open requests, oldest first; with `decided` also the others."""
    query = (
        select(User, ExtraTimeRequest)
        .join(ExtraTimeRequest, col(ExtraTimeRequest.user_id) == col(User.id))
        .order_by(col(ExtraTimeRequest.asked_at), col(ExtraTimeRequest.id))
    )
    if not decided:
        query = query.where(ExtraTimeRequest.state == "asked")
    return [Asked(*row) for row in await context.db.exec(query)]


async def decide(context: Context, user: User, *, granted: bool, note: str | None) -> int | None:
    """Grant or refuse the open request of a learner, and mail the learner.

    Granted time holds for attempts that start from then on. The reason is deleted, because it may say
    something about the learner's health.

    Returns:
        The percent that were asked for; None if the learner has no open request.
    """
    decided = await context.db.exec(
        update(ExtraTimeRequest)
        .where(col(ExtraTimeRequest.user_id) == user.id, col(ExtraTimeRequest.state) == "asked")
        .values(
            state="granted" if granted else "refused", decided_at=context.now, note=note or None, reason=None
        )
        .returning(col(ExtraTimeRequest.percent))
        .execution_options(synchronize_session=False)
    )
    percent = decided.scalar_one_or_none()
    if percent is None:
        return None
    if granted:
        await context.db.exec(
            update(User)
            .where(col(User.id) == user.id)
            .values(extra_time_percent=percent)
            .execution_options(synchronize_session=False)
        )
    text = "extra_time_granted" if granted else "extra_time_refused"
    message = write_mail(context.settings, text, Recipient.of(user), percent=percent, note=note or "")
    await queue_mail(context.db, message, context.now)
    return percent


def _shown(row: ExtraTimeRequest) -> wire.ExtraTimeRequest:
    return wire.ExtraTimeRequest.model_validate(row.model_dump())
