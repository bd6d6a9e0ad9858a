"""Registering and signing in with a password, and the answer of every way to sign in."""

from webdev_certs.schemas import auth
from webdev_certs.schemas.auth import AuthResponse, Registration
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.domain.names_and_passwords import clean_name
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts.access_tokens import issue_access_token
from webdev_certs.server.services.accounts.accounts import (
    check_candidates,
    find_candidates,
    invalid_credentials,
    replace_hash,
)
from webdev_certs.server.services.accounts.blocking import refuse_blocked
from webdev_certs.server.services.accounts.confirmation import send_confirmation
from webdev_certs.server.services.accounts.login_sessions import start_login_session
from webdev_certs.server.services.accounts.passwords import hash_new_password
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
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
