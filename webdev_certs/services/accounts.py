"""Who has an account: registering, signing in, and who a session belongs to."""

from contextlib import suppress
from datetime import datetime

from email_validator import EmailNotValidError, validate_email
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from webdev_certs.domain.accounts import clean_name
from webdev_certs.domain.errors import Conflict, InvalidInput, Overloaded, Unauthenticated
from webdev_certs.gateways.passwords import PasswordHasher
from webdev_certs.models.accounts import User
from webdev_certs.models.database import AsyncSession
from webdev_certs.models.tokens import LoginSession
from webdev_certs.services.new_passwords import check_new_password
from webdev_certs.services.tokens import AccessClaims

_MAX_EMAIL = 254


def normalise_email(email: str) -> str:
    """The form in which addresses are stored and compared: NFC, casefolded, the domain in Unicode.

    Whether the domain exists is not asked: that would be a look-up on the network.

    Raises:
        InvalidInput: `invalid_email`: it is not an address (RFC 5321, RFC 6531).
    """
    try:
        address = validate_email(email, check_deliverability=False).normalized.casefold()
    except EmailNotValidError:
        address = ""
    # Casefolding can lengthen: ΐ becomes three characters.
    if not 0 < len(address) <= _MAX_EMAIL:
        raise InvalidInput("invalid_email", "This is not an email address.", field="email")
    return address


async def register(
    session: AsyncSession,
    hasher: PasswordHasher,
    now: datetime,
    *,
    full_name: str,
    email: str,
    password: str,
    accept_terms: bool,
) -> User:
    """Makes an account.

    The database is not touched before the password has been hashed, so that no connection waits for that and
    a taken address takes as long as a free one.

    Raises:
        InvalidInput: `terms_not_accepted`, `invalid_name`, `invalid_email` or `password_…`, with its field.
        Overloaded: `busy`, as `PasswordHasher.hash`.
        Conflict: `email_unavailable`: the address has an account, even one made at the same moment.
    """
    if not accept_terms:
        raise InvalidInput("terms_not_accepted", "Accept the terms to register.", field="accept_terms")
    full_name = clean_name(full_name)
    email = normalise_email(email)
    await check_new_password(password, email=email, full_name=full_name)
    user = User(
        email=email,
        full_name=full_name,
        password_hash=await hasher.hash(password),
        terms_accepted_at=now,
        created_at=now,
    )
    session.add(user)
    try:
        await session.flush()
    except IntegrityError:
        raise Conflict(
            "email_unavailable",
            "This address cannot be registered. If it is yours, sign in or reset your password.",
            field="email",
        ) from None
    return user


async def find_by_email(session: AsyncSession, email: str) -> User | None:
    """The account with this address in any spelling, or None."""
    try:
        address = normalise_email(email)
    except InvalidInput:
        return None
    return (await session.exec(select(User).where(User.email == address))).one_or_none()


async def check_credentials(hasher: PasswordHasher, account: User | None, password: str) -> User:
    """The account, if the password is its own; an unknown account takes as long as a known one.

    A hash made with outdated parameters is replaced in the returned object, which the caller stores.

    Raises:
        Unauthenticated: `invalid_credentials`, whichever of address and password is wrong.
        Overloaded: `busy`, as `PasswordHasher.verify`.
    """
    known = account.password_hash if account else None
    matches = await hasher.verify(known or hasher.dummy_hash, password)
    if account is None or known is None or not matches:
        raise Unauthenticated("invalid_credentials", "The email address or the password is wrong.")
    if hasher.needs_rehash(known):
        # Not worth a refused sign-in: the next one will do.
        with suppress(Overloaded):
            account.password_hash = await hasher.hash(password)
    return account


async def get_user(session: AsyncSession, claims: AccessClaims, now: datetime) -> User:
    """The person whose session this is.

    Raises:
        Unauthenticated: `session_ended`: it has ended or expired, or the account is gone.
    """
    found = await session.exec(
        select(User)
        .join(LoginSession, col(LoginSession.user_id) == col(User.id))
        .where(
            LoginSession.id == claims.session_id,
            User.id == claims.user_id,
            col(LoginSession.ended_at).is_(None),
            LoginSession.expires_at > now,
        )
    )
    user = found.one_or_none()
    if user is None:
        raise Unauthenticated("session_ended", "Your session has ended. Sign in again.")
    return user
