"""Signing in with Google or GitHub: whose account a checked social session opens."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlmodel import select

from webdev_certs.server.domain.accounts import MAX_NAME, clean_name
from webdev_certs.server.domain.errors import InvalidInput, Unauthenticated
from webdev_certs.server.gateways.supabase import ProviderIdentity, SocialSession
from webdev_certs.server.models.accounts import User
from webdev_certs.schemas.social import OAuthCallback
from webdev_certs.server.services.accounts import find_confirmed, normalise_email
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.identities import add_identity, find_identity
from webdev_certs.server.services.inserts import insert_ignoring
from webdev_certs.server.services.passwords import replace_hash

_FRESH = timedelta(minutes=10)
"""How long after the provider sent someone back a social session counts: a token that is found later is
worth nothing here."""


def choose_identity(social: SocialSession, provider: str, now: datetime) -> ProviderIdentity:
    """The person's account at the provider, used last if there are several.

    Raises:
        Unauthenticated: `social_sign_in_too_old`: the provider sent the person back too long ago.
        InvalidInput: `provider_mismatch`: the session knows no such account.
    """
    if now - social.signed_in_at > _FRESH:
        raise Unauthenticated("social_sign_in_too_old", "This sign-in is too old. Start it again.")
    for identity in social.identities:
        if identity.provider == provider:
            return identity
    raise InvalidInput("provider_mismatch", "The sign-in was made with another service.", field="provider")


def check_claims(posted: OAuthCallback, social: SocialSession, identity: ProviderIdentity) -> None:
    """Refuses a request that says something else than the token it brings.

    Raises:
        Unauthenticated: `social_user_mismatch`: it names another user.
        InvalidInput: `social_metadata_mismatch`, with the field that differs.
    """
    if posted.user_id != social.user_id:
        raise Unauthenticated("social_user_mismatch", "The sign-in belongs to someone else.")
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
                "The service says something else about this person.",
                field=f"userMetadata.{name}",
            )


async def sign_in(context: Context, identity: ProviderIdentity) -> User:
    """The account that this identity opens: the one it is linked to, or the confirmed one with its address.

    Without either a new account is made, confirmed from the start. An account whose address nobody has
    confirmed is never opened: someone else may have registered it and wait for its owner to come in.

    The account is locked before the session starts, and what was read is read again: a reset ends sessions
    and removes links, and none may come after it that was begun before.

    Raises:
        Unauthenticated: `sign_in_overtaken`: another request has changed the account or the link meanwhile.
        InvalidInput: `social_email_unverified`: the identity is new and its provider does not vouch for its
            address.
    """
    known = await find_identity(context.session, identity)
    if known is None:
        email = verified_email(identity)
        found = await find_confirmed(context.session, email)
        user = await _lock(context, (found or await _create_account(context, identity, email)).id)
        if user.email != email or user.email_confirmed_at is None:
            raise _overtaken()
        known = await add_identity(context, user, identity, email, tell=found is not None)
    user = await _lock(context, known.user_id)
    if await find_identity(context.session, identity) is None:
        raise _overtaken()
    return user


async def _lock(context: Context, user_id: UUID) -> User:
    """The account as it is now, and stays until the transaction ends."""
    query = select(User).where(User.id == user_id)
    user = (await context.session.exec(query)).one_or_none()
    if user is None or not await replace_hash(
        context.session, user.id, user.password_hash, user.password_hash
    ):
        raise _overtaken()
    await context.session.refresh(user)
    return user


def _overtaken() -> Unauthenticated:
    return Unauthenticated("sign_in_overtaken", "Your account has just been changed. Sign in again.")


def verified_email(identity: ProviderIdentity) -> str:
    """The identity's address in the form in which we keep addresses.

    Raises:
        InvalidInput: `social_email_unverified`: there is none, or the provider does not vouch for it.
    """
    if not identity.email or not identity.email_verified:
        raise InvalidInput(
            "social_email_unverified",
            "The service has not confirmed your email address. Confirm it there, or sign in with your email "
            "address and password.",
        )
    return normalise_email(identity.email)


async def _create_account(context: Context, identity: ProviderIdentity, email: str) -> User:
    """Makes a confirmed account, or gives the one that a request has made at the same moment."""
    row = User(
        email=email,
        email_confirmed_at=context.now,
        full_name=_name(identity, email),
        # The sign-in buttons say that going on accepts them.
        terms_accepted_at=context.now,
        created_at=context.now,
    )
    await context.session.exec(insert_ignoring(context.session, User).values(row.model_dump()))
    user = await find_confirmed(context.session, email)
    assert user, "the account has just been made"
    return user


def _name(identity: ProviderIdentity, email: str) -> str:
    """A name to begin with, which its owner can change; GitHub does not ask for one."""
    for candidate in (identity.full_name[:MAX_NAME], email.partition("@")[0][:MAX_NAME]):
        try:
            return clean_name(candidate)
        except InvalidInput:
            continue
    return "New learner"
