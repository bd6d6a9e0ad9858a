"""The accounts at other services that sign in one person: listed, linked, unlinked."""

from collections.abc import Callable
from uuid import UUID

from sqlalchemy import exists, literal, or_
from sqlalchemy.orm import aliased
from sqlmodel import col, delete, select

from webdev_certs.server.domain.errors import Conflict, NotFound
from webdev_certs.server.domain.mail import Message
from webdev_certs.server.gateways.supabase import ProviderIdentity
from webdev_certs.server.models.accounts import User
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.identities import Identity
from webdev_certs.schemas import social as wire
from webdev_certs.server.services import mail_texts
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.inserts import insert_ignoring
from webdev_certs.server.services.mail.links import profile_link
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.passwords import lock_unchanged

_NAMES = {"google": "Google", "github": "GitHub"}
"""The providers, as people know them."""


def as_shown(identity: Identity) -> wire.Identity:
    """An identity as its owner may see it."""
    return wire.Identity.model_validate(identity, from_attributes=True)


async def list_identities(session: AsyncSession, user_id: UUID) -> list[wire.Identity]:
    """A person's identities, the oldest first."""
    found = await session.exec(
        select(Identity)
        .where(Identity.user_id == user_id)
        .order_by(col(Identity.created_at), col(Identity.provider), col(Identity.id))
    )
    return [as_shown(identity) for identity in found]


async def find_identity(session: AsyncSession, identity: ProviderIdentity) -> Identity | None:
    """The link of an identity to whomever, or None."""
    found = await session.exec(
        select(Identity).where(Identity.provider == identity.provider, Identity.subject == identity.subject)
    )
    return found.one_or_none()


async def add_identity(
    context: Context, user: User, identity: ProviderIdentity, email: str, *, tell: bool = True
) -> Identity:
    """Links an identity that had no link; a link made at the same moment stays.

    Args:
        context: the request's surroundings.
        user: whose account it is to open.
        identity: as its provider describes it.
        email: its address, in the form in which we keep addresses.
        tell: whether the account's owner is told by mail: not of the first way into a new account.

    Returns:
        The link there is now, which may be to another account.
    """
    row = Identity(
        user_id=user.id,
        provider=identity.provider,
        subject=identity.subject,
        email=email,
        created_at=context.now,
    )
    insertion = insert_ignoring(context.session, Identity).values(row.model_dump())
    added = await context.session.exec(insertion.returning(col(Identity.id)))
    if added.first() and tell:
        await _tell(context, user, row, mail_texts.sign_in_method_added)
    link = await find_identity(context.session, identity)
    assert link, "the identity has just been linked"
    return link


async def link(context: Context, user: User, identity: ProviderIdentity, email: str) -> Identity:
    """Links an identity to the account of someone who is there; doing it again changes nothing.

    Args:
        context: the request's.
        user: as read when the password, or the recent sign-in, was checked.
        identity: as its provider describes it.
        email: its address, in the form in which we keep addresses.

    Raises:
        InvalidInput: `wrong_password`: another request has changed the password meanwhile.
        Conflict: `email_unconfirmed`: the account's address is not confirmed, so its owner may turn out to be
            someone else; `identity_in_use`: it opens another account.
    """
    if user.email_confirmed_at is None:
        raise Conflict("email_unconfirmed", "Confirm your email address before you add a way to sign in.")
    await lock_unchanged(context.session, user)
    found = await add_identity(context, user, identity, email)
    if found.user_id != user.id:
        raise Conflict("identity_in_use", "This sign-in already belongs to another account.")
    return found


async def unlink(context: Context, user: User, identity_id: UUID) -> None:
    """Removes an identity, and says so by mail.

    Args:
        context: the request's.
        user: as read when the password, or the recent sign-in, was checked.
        identity_id: which one.

    Raises:
        InvalidInput: `wrong_password`: another request has changed the password meanwhile.
        NotFound: `identity_not_found`: unknown, or someone else's.
        Conflict: `last_sign_in_method`: without it nobody could sign in any more.
    """
    session = context.session
    # Locked until the end, so that two requests cannot each take what the other leaves.
    await lock_unchanged(session, user)
    own = await session.exec(select(Identity).where(Identity.id == identity_id, Identity.user_id == user.id))
    identity = own.one_or_none()
    if identity is None:
        raise unknown_identity()
    other = aliased(Identity)
    another = exists().where(col(other.user_id) == user.id, col(other.id) != identity_id)
    removed = await session.exec(
        delete(Identity)
        .where(col(Identity.id) == identity_id, or_(literal(user.password_hash is not None), another))
        .returning(col(Identity.id))
    )
    if removed.first() is None:
        raise Conflict(
            "last_sign_in_method", "This is your only way to sign in. Set a password before you remove it."
        )
    await _tell(context, user, identity, mail_texts.sign_in_method_removed)


async def unlink_others(context: Context, user_id: UUID, name: str, address: str) -> None:
    """Removes the identities that have another address than the account, and says so by mail.

    Whoever had got into the account could have linked one of their own, and would come back by it.

    Args:
        context: the request's.
        user_id: whose account it is.
        name: of the account.
        address: of the account.
    """
    removed = await context.session.exec(
        delete(Identity)
        .where(col(Identity.user_id) == user_id, col(Identity.email) != address)
        .returning(col(Identity.provider))
    )
    link = profile_link(context.settings)
    for provider in removed.scalars():
        message = mail_texts.sign_in_method_removed(address, name, _NAMES[provider], link)
        await queue_mail(context.session, message, context.now)


def unknown_identity() -> NotFound:
    """What an id is answered with that is nobody's or someone else's."""
    return NotFound("identity_not_found", "There is no such way to sign in.")


async def _tell(
    context: Context, user: User, identity: Identity, text: Callable[[str, str, str, str], Message]
) -> None:
    message = text(user.email, user.full_name, _NAMES[identity.provider], profile_link(context.settings))
    await queue_mail(context.session, message, context.now)
