"""Registering and signing in: with a password, or with Google or GitHub; and the answer of each way."""

from uuid import UUID

from sqlmodel import select

from webdev_certs.schemas import auth
from webdev_certs.schemas.auth import AuthResponse, OAuthCallback, Registration
from webdev_certs.server.domain.errors import InvalidInput, Unauthenticated
from webdev_certs.server.domain.names_and_passwords import MAX_NAME, clean_name
from webdev_certs.server.gateways.supabase import ProviderIdentity
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts.access_tokens import issue_access_token
from webdev_certs.server.services.accounts.accounts import (
    check_candidates,
    find_candidates,
    find_confirmed,
    invalid_credentials,
    refuse_blocked,
    replace_hash,
)
from webdev_certs.server.services.accounts.confirmation import send_confirmation
from webdev_certs.server.services.accounts.identities import (
    add_identity,
    check_claims,
    find_identity,
    read_identity,
    verified_email,
)
from webdev_certs.server.services.accounts.login_sessions import start_login_session
from webdev_certs.server.services.accounts.passwords import hash_new_password
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.server.services.shared.limits import is_known_ip
from webdev_certs.shared.translation import _, current_language


async def sign_in(context: Context, credentials: auth.Credentials) -> auth.AuthResponse:
    """Sign in with email and password.

    Raises:
        Unauthenticated: `invalid_credentials`.
        Forbidden: `account_blocked`.
        TooManyRequests: `too_many_requests`: too many wrong passwords.
        Overloaded: `busy`, as `PasswordHasher.verify`.
    """
    limits, email = context.limits, credentials.email
    async with context.transaction() as transaction:
        candidates = await find_candidates(transaction.db, email, limits.ip_hash)
        checked = {user.id: user.password_hash for user in candidates if user}
        # Unconfirmed accounts do not make an IP address known: anyone can register one and sign in to it.
        owner_id = candidates.confirmed.id if candidates.confirmed else None
        known = await is_known_ip(transaction.db, owner_id, limits.ip_hash, transaction.now)
    async with limits.count_wrong_passwords(email, from_known_ip=known):
        user = await check_candidates(context.hasher, candidates, credentials.password)
    await limits.forget_wrong_passwords_from_ip(user)
    async with context.transaction() as transaction:
        if not await replace_hash(transaction.db, user.id, checked[user.id], user.password_hash):
            # Another request has changed the password since it was checked.
            raise invalid_credentials()
        return await start_and_answer(transaction, user)


async def start_and_answer(context: Context, user: User) -> auth.AuthResponse:
    """Start a login session for a user who has proved their identity, and answer with its tokens.

    Raises:
        Forbidden: `account_blocked`.
    """
    await refuse_blocked(context.db, user.id)
    now = context.now
    started = await start_login_session(
        context.db, context.settings, user.id, context.device, now, ip_hash=context.limits.ip_hash
    )
    return auth.AuthResponse(
        access_token=issue_access_token(context.signing_key, context.settings, started.claims, now),
        refresh_token=started.refresh_token,
        user=shown_user(user),
    )


def shown_user(user: User) -> auth.User:
    """Return what browsers store about the signed-in user."""
    return auth.User(
        id=user.id,
        email=user.email,
        full_name=user.full_name,
        email_confirmed=user.email_confirmed_at is not None,
        reduced_motion=user.reduced_motion,
    )


async def register(context: Context, form: Registration) -> AuthResponse:
    """Create an account, mail a link that confirms its email, and sign in.

    The account is created even if the email already has one, so that the response does not reveal it; only
    the mail does. After too many registrations of one email the mail is left out; users can request it in
    their profile.

    Raises:
        InvalidInput: `terms_not_accepted`, `invalid_name`, `invalid_email` or `password_…`, with its field.
        TooManyRequests: `too_many_requests`.
        Overloaded: `busy`, as `PasswordHasher.hash`.
    """
    may_mail = await context.limits.count_registration(form.email)
    if not form.accept_terms:
        raise InvalidInput(
            "terms_not_accepted", _("Accept the terms to create an account."), field="accept_terms"
        )
    full_name, email = clean_name(form.full_name), normalize_email(form.email)
    password_hash = await hash_new_password(context.hasher, form.password, email=email, full_name=full_name)
    async with context.transaction() as transaction:
        user = User(
            email=email,
            full_name=full_name,
            password_hash=password_hash,
            language=current_language(),
            terms_accepted_at=transaction.now,
            created_at=transaction.now,
        )
        transaction.db.add(user)
        await transaction.db.flush()
        if may_mail:
            await send_confirmation(transaction, user)
        return await start_and_answer(transaction, user)


async def sign_in_with_provider(context: Context, posted: OAuthCallback) -> AuthResponse:
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
