"""Mails that people can switch off: who wants them, and queueing them for those who do.

The token of an unsubscribe link (RFC 8058) says which kind, and for whom. It is signed for this purpose
alone, is valid as long as `SIGNING_KEY`, and is stored nowhere but in the mail.
"""

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, cast
from uuid import UUID

from sqlalchemy import ColumnElement, exists
from sqlmodel import col, delete, select

from webdev_certs.schemas.mails import Unsubscribed
from webdev_certs.schemas.profile import MailChange, MailChoices
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.domain.mail import FIRST_PRACTICE_REMINDER
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.mail import MailChoice, OutboxMail
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import Switchable, queue_mail
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import upsert
from webdev_certs.server.services.shared.reminders import remind_unless_planned
from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import MAIL_KINDS, MailKind

_MAC_BYTES = 16


async def read_choices(context: Context, user_id: UUID) -> MailChoices:
    """Return which mails a user wants."""
    query = select(MailChoice.kind, MailChoice.wanted).where(MailChoice.user_id == user_id)
    return MailChoices.model_validate(dict((await context.db.exec(query)).all()))


async def change_choices(context: Context, user_id: UUID, change: MailChange) -> None:
    """Switch kinds of mails on or off. Mails of a kind that is off, and that wait to be sent, are dropped."""
    changed = change.model_dump(exclude_none=True)
    rows = [{"user_id": user_id, "kind": kind, "wanted": wanted} for kind, wanted in changed.items()]
    await upsert(context.db, MailChoice, ("user_id", "kind"), rows)
    await context.db.exec(
        delete(OutboxMail)
        .where(
            col(OutboxMail.user_id) == user_id,
            col(OutboxMail.kind).in_([kind for kind, wanted in changed.items() if not wanted]),
            col(OutboxMail.next_try_at).is_not(None),
        )
        .execution_options(synchronize_session=False)
    )
    if changed.get("practice"):
        # One that is planned stays, so that switching off and on gives no second mail in a week.
        due_at = context.now + FIRST_PRACTICE_REMINDER
        await remind_unless_planned(context.db, user_id, "practice", user_id, due_at)


async def unsubscribe(context: Context, token: str) -> Unsubscribed:
    """Switch off what a token says. The answer is the same the second time, and if the account is gone.

    Raises:
        NotFound: As `_read_unsubscribe_token`.
    """
    user_id, kind = _read_unsubscribe_token(context, token)
    # The lock keeps the account from being deleted before the choice is stored.
    query = select(User.id).where(User.id == user_id).with_for_update()
    if (await context.db.exec(query)).one_or_none():
        await change_choices(context, user_id, MailChange.model_validate({kind: False}))
    return Unsubscribed(kind=kind)


def can_get(kind: MailKind) -> ColumnElement[bool]:
    """Return the condition on `User` that mails of a kind may be sent to them.

    The email must be confirmed, because an unconfirmed one may belong to somebody else.
    """
    choice = exists().where(
        col(MailChoice.user_id) == col(User.id),
        col(MailChoice.kind) == kind,
        col(MailChoice.wanted) != _DEFAULTS[kind],
    )
    is_wanted = ~choice if _DEFAULTS[kind] else choice
    return col(User.email_confirmed_at).is_not(None) & col(User.blocked_at).is_(None) & is_wanted


async def queue_for(
    context: Context, user: User, kind: MailKind, text: str, about: UUID | None = None, **values: Any
) -> None:
    """Queue a mail to a user who can get it, with the ways to unsubscribe.

    Args:
        context: The transaction's context.
        user: The recipient.
        kind: The kind that is switched off.
        text: The name of the mail's text.
        about: The attempt that it is about, so that it is withdrawn when it has become wrong.
        **values: What the text's placeholders stand for.
    """
    token = unsubscribe_token(context, user.id, kind)
    recipient = Recipient.of(user)
    message = write_mail(context.settings, text, recipient, unsubscribe_token=token, **values)
    await queue_mail(context.db, message, context.now, Switchable(user.id, kind, about))


async def find_recipient(context: Context, user_id: UUID, kind: MailKind) -> User | None:
    """Return a user if mails of a kind may be sent to them."""
    query = select(User).where(User.id == user_id, can_get(kind))
    # The email may have been confirmed in this transaction, by a statement.
    return (await context.db.exec(query.execution_options(populate_existing=True))).one_or_none()


_DEFAULTS: dict[MailKind, bool] = MailChoices().model_dump()  # pyright: ignore[reportAssignmentType]


def unsubscribe_token(context: Context, user_id: UUID, kind: MailKind) -> str:
    """Return the token that switches a kind of mail off: `<kind>.<user and signature>`."""
    signed = user_id.bytes + _mac(context, kind, user_id)
    return f"{kind}.{urlsafe_b64encode(signed).rstrip(b'=').decode()}"


def _read_unsubscribe_token(context: Context, token: str) -> tuple[UUID, MailKind]:
    """Return whose mails a token switches off, and which kind.

    Raises:
        NotFound: `unsubscribe_link_unknown`: it is not valid, or part of it is missing.
    """
    kind, _dot, encoded = token.partition(".")
    try:
        signed = urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
        user_id = UUID(bytes=signed[:-_MAC_BYTES])
    except ValueError:
        raise _unknown_link() from None
    if kind not in MAIL_KINDS or not hmac.compare_digest(signed[-_MAC_BYTES:], _mac(context, kind, user_id)):
        raise _unknown_link()
    return user_id, cast("MailKind", kind)


def _mac(context: Context, kind: str, user_id: UUID) -> bytes:
    key = context.signing_key.derive("unsubscribe")
    return hmac.digest(key, f"{kind}.{user_id}".encode(), hashlib.sha256)[:_MAC_BYTES]


def _unknown_link() -> NotFound:
    return NotFound("unsubscribe_link_unknown", _("This link isn’t valid, or part of it is missing."))
