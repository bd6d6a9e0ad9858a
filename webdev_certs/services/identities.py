"""The accounts at other services that sign in one person: listed, linked, unlinked."""

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import exists, literal, or_
from sqlalchemy.orm import aliased
from sqlmodel import col, delete, select

from webdev_certs.domain.errors import Conflict, NotFound
from webdev_certs.domain.mail import Message
from webdev_certs.gateways.supabase import ProviderIdentity
from webdev_certs.models.accounts import User
from webdev_certs.models.database import AsyncSession
from webdev_certs.models.identities import Identity
from webdev_certs.services import mail_texts
from webdev_certs.services.inserts import insert_ignoring
from webdev_certs.services.mail import queue_mail
from webdev_certs.settings import Settings

NAMES = {"google": "Google", "github": "GitHub"}
"""The providers, as people know them."""


async def list_identities(session: AsyncSession, user_id: UUID) -> Sequence[Identity]:
    """A person's identities, the oldest first."""
    found = await session.exec(
        select(Identity)
        .where(Identity.user_id == user_id)
        .order_by(col(Identity.created_at), col(Identity.provider), col(Identity.id))
    )
    return found.all()


async def find_identity(session: AsyncSession, identity: ProviderIdentity) -> Identity | None:
    """The link of an identity to whomever, or None."""
    found = await session.exec(
        select(Identity).where(Identity.provider == identity.provider, Identity.subject == identity.subject)
    )
    return found.one_or_none()


async def add_identity(
    session: AsyncSession,
    settings: Settings,
    user: User,
    identity: ProviderIdentity,
    email: str,
    now: datetime,
    *,
    tell: bool = True,
) -> Identity:
    """Links an identity that had no link, and says so by mail; a link made at the same moment stays.

    Args:
        session: the transaction.
        settings: say where the profile is that the mail leads to.
        user: whose account it is to open.
        identity: as its provider describes it.
        email: its address, in the form in which we keep addresses.
        now: the present.
        tell: whether its owner is told by mail: not of the first way into a new account.

    Returns:
        The link there is now, which may be to another account.
    """
    row = Identity(
        user_id=user.id,
        provider=identity.provider,
        subject=identity.subject,
        email=email,
        created_at=now,
    )
    added = await session.exec(
        insert_ignoring(session, Identity).values(row.model_dump()).returning(col(Identity.id))
    )
    if added.first() and tell:
        await queue_mail(session, _letter(mail_texts.sign_in_method_added, settings, user, row), now)
    link = await find_identity(session, identity)
    assert link, "the identity has just been linked"
    return link


async def link(
    session: AsyncSession,
    settings: Settings,
    user: User,
    identity: ProviderIdentity,
    email: str,
    now: datetime,
) -> Identity:
    """Links an identity to the account of someone who is signed in; doing it again changes nothing.

    Raises:
        Conflict: `email_unconfirmed`: the account's address is not confirmed, so its owner may turn out to be
            someone else; `identity_in_use`: it opens another account.
    """
    if user.email_confirmed_at is None:
        raise Conflict("email_unconfirmed", "Confirm your email address before you add a way to sign in.")
    found = await add_identity(session, settings, user, identity, email, now)
    if found.user_id != user.id:
        raise Conflict("identity_in_use", "This sign-in already belongs to another account.")
    return found


async def unlink(
    session: AsyncSession, settings: Settings, user_id: UUID, identity_id: UUID, now: datetime
) -> None:
    """Removes an identity, and says so by mail.

    Raises:
        NotFound: `identity_not_found`: unknown, or someone else's.
        Conflict: `last_sign_in_method`: without it nobody could sign in any more.
    """
    # Held until the end, so that two requests cannot each take what the other leaves.
    user = (await session.exec(select(User).where(User.id == user_id).with_for_update())).one()
    own = await session.exec(select(Identity).where(Identity.id == identity_id, Identity.user_id == user_id))
    identity = own.one_or_none()
    if identity is None:
        raise unknown_identity()
    other = aliased(Identity)
    another = exists().where(col(other.user_id) == user_id, col(other.id) != identity_id)
    removed = await session.exec(
        delete(Identity)
        .where(col(Identity.id) == identity_id, or_(literal(user.password_hash is not None), another))
        .returning(col(Identity.id))
    )
    if removed.first() is None:
        raise Conflict(
            "last_sign_in_method", "This is your only way to sign in. Set a password before you remove it."
        )
    await queue_mail(session, _letter(mail_texts.sign_in_method_removed, settings, user, identity), now)


def _letter(
    text: Callable[[str, str, str, str], Message], settings: Settings, user: User, identity: Identity
) -> Message:
    return text(user.email, user.full_name, NAMES[identity.provider], f"{settings.origin}/dashboard/profile")


def unknown_identity() -> NotFound:
    """What an id is answered with that is nobody's or someone else's."""
    return NotFound("identity_not_found", "There is no such way to sign in.")
