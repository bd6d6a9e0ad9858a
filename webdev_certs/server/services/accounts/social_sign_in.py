"""Signing in with Google or GitHub: choosing the account that a checked identity opens."""

from uuid import UUID

from sqlmodel import select

from webdev_certs.schemas.auth import AuthResponse, OAuthCallback
from webdev_certs.server.domain.errors import InvalidInput, Unauthenticated
from webdev_certs.server.domain.names_and_passwords import MAX_NAME, clean_name
from webdev_certs.server.gateways.supabase import ProviderIdentity
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts.accounts import find_confirmed, replace_hash
from webdev_certs.server.services.accounts.identities import (
    add_identity,
    check_claims,
    find_identity,
    read_identity,
    verified_email,
)
from webdev_certs.server.services.accounts.sign_in import start_and_answer
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.shared.translation import _, current_language


async def sign_in(context: Context, posted: OAuthCallback) -> AuthResponse:
    """Sign in the user whom the access token belongs to; the other fields must agree with it.

    Raises:
        Unavailable, Unauthenticated, InvalidInput: As `read_identity`, `check_claims` and `open_account`.
        Forbidden: `account_blocked`.
    """
    social_session, identity = await read_identity(context, posted.provider, posted.access_token)
    check_claims(posted, social_session, identity)
    async with context.transaction() as transaction:
        user = await open_account(transaction, identity)
        return await start_and_answer(transaction, user)


async def open_account(context: Context, identity: ProviderIdentity) -> User:
    """Return the account that an identity opens, and lock it until the transaction ends.

    That is the account it is linked to, else the account that has confirmed its email, else a new, confirmed
    account. It never opens an unconfirmed account, which a stranger may have registered to get at its owner.

    Everything is read again after locking: a reset ends login sessions and removes links, and a sign-in that
    began before it must not survive it.

    Raises:
        Unauthenticated: `sign_in_overtaken`: another request has changed the account or the link since.
        InvalidInput: `social_email_unverified`: the identity is new, and its provider has not verified its
            email.
    """
    known = await find_identity(context.db, identity)
    if known is None:
        email = verified_email(identity)
        found = await find_confirmed(context.db, email)
        user = await _lock(context, (found or await _create_account(context, identity, email)).id)
        if user.email != email or user.email_confirmed_at is None:
            raise _overtaken()
        known = await add_identity(context, user, identity, email, notify=found is not None)
    user = await _lock(context, known.user_id)
    if await find_identity(context.db, identity) is None:
        raise _overtaken()
    return user


async def _lock(context: Context, user_id: UUID) -> User:
    """Return the account as it is now, and lock it until the transaction ends."""
    query = select(User).where(User.id == user_id)
    user = (await context.db.exec(query)).one_or_none()
    if user is None or not await replace_hash(context.db, user.id, user.password_hash, user.password_hash):
        raise _overtaken()
    await context.db.refresh(user)
    return user


def _overtaken() -> Unauthenticated:
    return Unauthenticated("sign_in_overtaken", _("Your account just changed. Sign in again."))


async def _create_account(context: Context, identity: ProviderIdentity, email: str) -> User:
    """Create a confirmed account, or return the account that a simultaneous request has created."""
    row = User(
        email=email,
        email_confirmed_at=context.now,
        full_name=_initial_name(identity, email),
        language=current_language(),
        # The sign-in buttons say that continuing accepts the terms.
        terms_accepted_at=context.now,
        created_at=context.now,
    )
    await context.db.exec(insert_ignoring(context.db, User).values(row.model_dump()))
    user = await find_confirmed(context.db, email)
    assert user, "the account has just been created"
    return user


def _initial_name(identity: ProviderIdentity, email: str) -> str:
    """Return a name for a new account, which its owner can change; GitHub users may have none."""
    for candidate in (identity.full_name[:MAX_NAME], email.partition("@")[0][:MAX_NAME]):
        try:
            return clean_name(candidate)
        except InvalidInput:
            continue
    # Not translated: names are on certificates, which are in English.
    return "New learner"
