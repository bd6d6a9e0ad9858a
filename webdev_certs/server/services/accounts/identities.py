"""Identities: accounts at Google or GitHub that sign in to an account here; checking and linking them."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import exists, literal, or_
from sqlalchemy.orm import aliased
from sqlmodel import col, delete, select

from webdev_certs.schemas import auth as wire
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import Conflict, InvalidInput, NotFound, Unauthenticated, Unavailable
from webdev_certs.server.gateways.supabase import ProviderIdentity, SocialSession
from webdev_certs.server.models.accounts import Identity, User
from webdev_certs.server.services.accounts.access_tokens import AccessClaims
from webdev_certs.server.services.accounts.accounts import lock_reauthenticated, reauthenticate
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.shared.translation import _

_FRESH = timedelta(minutes=10)
"""How long after a social sign-in its token is accepted, so that one stolen later is useless."""


async def list_identities(db: AsyncSession, user_id: UUID) -> list[wire.Identity]:
    """Return a user's identities, the oldest first."""
    found = await db.exec(
        select(Identity)
        .where(Identity.user_id == user_id)
        .order_by(col(Identity.created_at), col(Identity.provider), col(Identity.id))
    )
    return [_as_shown(identity) for identity in found]


async def find_identity(db: AsyncSession, identity: ProviderIdentity) -> Identity | None:
    """Return the row that links this identity to an account, or None."""
    found = await db.exec(
        select(Identity).where(Identity.provider == identity.provider, Identity.subject == identity.subject)
    )
    return found.one_or_none()


async def add_identity(
    context: Context, user: User, identity: ProviderIdentity, email: str, *, notify: bool = True
) -> Identity:
    """Link an identity, unless it is linked already or by a simultaneous request.

    Args:
        context: The transaction's context.
        user: The account to link it to.
        identity: As its provider describes it.
        email: The identity's email, normalized.
        notify: Whether to mail the account's owner; not for the first identity of a new account.

    Returns:
        The stored link, which may be to another account.
    """
    row = Identity(
        user_id=user.id,
        provider=identity.provider,
        subject=identity.subject,
        email=email,
        created_at=context.now,
    )
    insertion = insert_ignoring(context.db, Identity).values(row.model_dump())
    added = await context.db.exec(insertion.returning(col(Identity.id)))
    if added.first() and notify:
        await _notify(context, user, row.provider, "sign_in_method_added")
    stored = await find_identity(context.db, identity)
    assert stored, "the identity has just been linked"
    return stored


async def link(context: Context, claims: AccessClaims, posted: wire.LinkIdentity) -> wire.Identity:
    """Link the identity of a fresh social sign-in to the signed-in account; repeating it changes nothing.

    Raises:
        Unauthenticated, InvalidInput, Unavailable: As `read_identity` and `verified_email`.
        Unauthenticated, InvalidInput, Forbidden, TooManyRequests: As `reauthenticate`.
        Conflict: `email_unconfirmed`: the account's email may belong to somebody else until it is confirmed;
            `identity_in_use`: the identity is linked to another account.
    """
    _session, identity = await read_identity(context, posted.provider, posted.access_token)
    email = verified_email(identity)
    user = await reauthenticate(context, claims, posted.password)
    if user.email_confirmed_at is None:
        raise Conflict("email_unconfirmed", _("Confirm your email before you add another way to sign in."))
    async with context.transaction() as transaction:
        await lock_reauthenticated(transaction.db, user)
        found = await add_identity(transaction, user, identity, email)
        if found.user_id != user.id:
            raise Conflict("identity_in_use", _("This sign-in already belongs to another account."))
        return _as_shown(found)


async def unlink(context: Context, claims: AccessClaims, identity_id: UUID, password: str | None) -> None:
    """Remove an identity of the signed-in account, and confirm it by mail.

    Raises:
        Unauthenticated, InvalidInput, Forbidden, TooManyRequests: As `reauthenticate`.
        NotFound: `identity_not_found`: it is unknown, or another user's.
        Conflict: `last_sign_in_method`: nobody could sign in to the account anymore.
    """
    user = await reauthenticate(context, claims, password)
    async with context.transaction() as transaction:
        db = transaction.db
        # The lock keeps two requests from each removing what the other leaves.
        await lock_reauthenticated(db, user)
        own = await db.exec(select(Identity).where(Identity.id == identity_id, Identity.user_id == user.id))
        identity = own.one_or_none()
        if identity is None:
            raise unknown_identity()
        other = aliased(Identity)
        has_another = exists().where(col(other.user_id) == user.id, col(other.id) != identity_id)
        removed = await db.exec(
            delete(Identity)
            .where(col(Identity.id) == identity_id, or_(literal(user.password_hash is not None), has_another))
            .returning(col(Identity.id))
        )
        if removed.first() is None:
            raise Conflict(
                "last_sign_in_method",
                _("This is your only way to sign in. Set a password before you remove it."),
            )
        await _notify(transaction, user, identity.provider, "sign_in_method_removed")


async def unlink_others(context: Context, user: User) -> None:
    """Remove the identities whose email is not the account's, and tell the owner by mail.

    An intruder could have linked an identity of their own, and would otherwise sign in with it again.

    Args:
        context: The transaction's context.
        user: The account.
    """
    removed = await context.db.exec(
        delete(Identity)
        .where(col(Identity.user_id) == user.id, col(Identity.email) != user.email)
        .returning(col(Identity.provider))
    )
    for provider in removed.scalars():
        await _notify(context, user, provider, "sign_in_method_removed")


def unknown_identity() -> NotFound:
    """Return the one refusal for identities that are unknown or another user's."""
    return NotFound("identity_not_found", _("This way to sign in doesn’t exist."))


def _as_shown(identity: Identity) -> wire.Identity:
    return wire.Identity.model_validate(identity, from_attributes=True)


async def _notify(context: Context, user: User, provider: str, text: str) -> None:
    name = wire.PROVIDER_NAMES[provider]
    message = write_mail(context.settings, text, Recipient.of(user), provider=name)
    await queue_mail(context.db, message, context.now)


async def read_identity(
    context: Context, provider: str, access_token: str
) -> tuple[SocialSession, ProviderIdentity]:
    """Return the social session that an access token belongs to, and its identity at the provider.

    Raises:
        Unavailable: `social_not_configured`; `social_unreachable`.
        Unauthenticated: `invalid_social_token`; `social_sign_in_too_old`.
        InvalidInput: `provider_mismatch`: the social session has no identity at this provider.
    """
    if context.social_auth is None:
        raise Unavailable(
            "social_not_configured", _("This site doesn’t offer sign-in with Google or GitHub.")
        )
    now = context.now
    social_session = await context.social_auth.read_session(access_token, now)
    return social_session, _choose(social_session, provider, now)


def _choose(social_session: SocialSession, provider: str, now: datetime) -> ProviderIdentity:
    """Return the identity at the provider that was used last."""
    if now - social_session.signed_in_at > _FRESH:
        raise Unauthenticated("social_sign_in_too_old", _("This sign-in took too long. Start again."))
    for identity in social_session.identities:
        if identity.provider == provider:
            return identity
    raise InvalidInput("provider_mismatch", _("This sign-in came from another service."), field="provider")


def check_claims(
    posted: wire.OAuthCallback, social_session: SocialSession, identity: ProviderIdentity
) -> None:
    """Refuse a request whose fields contradict its access token.

    Raises:
        Unauthenticated: `social_user_mismatch`: it names another user.
        InvalidInput: `social_metadata_mismatch`, with the field that differs.
    """
    if posted.user_id != social_session.user_id:
        raise Unauthenticated("social_user_mismatch", _("This sign-in belongs to someone else."))
    known = {
        "email": identity.email,
        "full_name": identity.full_name,
        "avatar_url": identity.avatar_url,
        "provider_id": identity.subject,
    }
    for name, claimed in posted.user_metadata.model_dump().items():
        if claimed and claimed.casefold() != known[name].strip().casefold():
            raise InvalidInput(
                "social_metadata_mismatch",
                _("The details from Google or GitHub don’t match."),
                field=f"userMetadata.{name}",
            )


def verified_email(identity: ProviderIdentity) -> str:
    """Return the identity's email, normalized.

    Raises:
        InvalidInput: `social_email_unverified`: there is none, or the provider has not verified it.
    """
    if not identity.email or not identity.email_verified:
        raise InvalidInput(
            "social_email_unverified",
            _(
                "Google or GitHub hasn’t confirmed your email. Confirm it there, or sign in with your "
                "email and password."
            ),
        )
    return normalize_email(identity.email)
