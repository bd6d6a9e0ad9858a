"""Who has an account, and who a session belongs to."""

from contextlib import suppress
from datetime import datetime

from email_validator import EmailNotValidError, validate_email
from sqlalchemy import exists
from sqlmodel import col, select

from webdev_certs.server.domain.errors import InvalidInput, Overloaded, Unauthenticated
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.models.accounts import User
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.login_sessions import LoginSession
from webdev_certs.server.services.accounts.tokens import AccessClaims

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


async def find_namesakes(
    session: AsyncSession, email: str, place: str = ""
) -> tuple[User | None, User | None]:
    """The account that has confirmed this address, and one of those that have not.

    That is the newest of those which have been signed in to from where the caller is, else the newest of all:
    whoever registers another's address shuts them out of their own account as little as they can.

    Args:
        session: the transaction.
        email: the address in any spelling.
        place: `services.limits.Limits.place`, if it is known.
    """
    try:
        address = normalise_email(email)
    except InvalidInput:
        return None, None
    from_here = exists().where(col(LoginSession.user_id) == col(User.id), col(LoginSession.place) == place)
    query = (
        select(User)
        .where(User.email == address, col(User.email_confirmed_at).is_(None))
        .order_by(from_here.desc(), col(User.created_at).desc(), col(User.id))
        .limit(1)
    )
    unconfirmed = (await session.exec(query)).one_or_none()
    return await find_confirmed(session, address), unconfirmed


async def find_by_email(session: AsyncSession, email: str, place: str = "") -> User | None:
    """Whose account this address, in any spelling, stands for, or None.

    That is the one which has confirmed it. While there is none it is the other one of `find_namesakes`:
    whoever types their address wrongly, or someone else's, keeps nobody from registering it.
    """
    confirmed, unconfirmed = await find_namesakes(session, email, place)
    return confirmed or unconfirmed


async def find_confirmed(session: AsyncSession, address: str) -> User | None:
    """The account that has confirmed this address, which is in its normal form, or None."""
    query = select(User).where(User.email == address, col(User.email_confirmed_at).is_not(None))
    return (await session.exec(query)).one_or_none()


async def check_credentials(hasher: PasswordHasher, account: User | None, password: str) -> User:
    """The account, if the password is its own; an unknown account takes as long as a known one.

    A hash made with outdated parameters is replaced in the returned object, which the caller stores.

    Raises:
        Unauthenticated: `invalid_credentials`, whichever of address and password is wrong.
        Overloaded: `busy`, as `PasswordHasher.verify`.
    """
    known = account.password_hash if account else None
    matches = await hasher.verify(known, password)
    if account is None or known is None or not matches:
        raise invalid_credentials()
    if hasher.needs_rehash(known):
        # Not worth a refused sign-in: the next one will do.
        with suppress(Overloaded):
            account.password_hash = await hasher.hash(password)
    return account


async def check_namesakes(
    hasher: PasswordHasher, namesakes: tuple[User | None, User | None], password: str
) -> User:
    """The one of two accounts whose password this is, the confirmed one first.

    Were the other shut out as soon as someone confirms the address, a stranger could register it, sign in,
    and learn from the refusal that it has an account. A wrong password costs two hashes whoever there is.

    Raises:
        Unauthenticated: `invalid_credentials`.
        Overloaded: `busy`, as `PasswordHasher.verify`.
    """
    confirmed, unconfirmed = namesakes
    with suppress(Unauthenticated):
        return await check_credentials(hasher, confirmed, password)
    return await check_credentials(hasher, unconfirmed, password)


def invalid_credentials() -> Unauthenticated:
    """One answer for an unknown address and a wrong password."""
    return Unauthenticated("invalid_credentials", "The email address or the password is wrong.")


async def get_login(session: AsyncSession, claims: AccessClaims, now: datetime) -> tuple[User, LoginSession]:
    """The session that the claims name, and the person whose it is.

    Raises:
        Unauthenticated: `session_ended`: it has ended or expired, or the account is gone.
    """
    found = await session.exec(
        select(User, LoginSession)
        .join(LoginSession, col(LoginSession.user_id) == col(User.id))
        .where(
            LoginSession.id == claims.session_id,
            User.id == claims.user_id,
            col(LoginSession.ended_at).is_(None),
            LoginSession.expires_at > now,
        )
    )
    login = found.one_or_none()
    if login is None:
        raise Unauthenticated("session_ended", "Your session has ended. Sign in again.")
    return login


async def get_user(session: AsyncSession, claims: AccessClaims, now: datetime) -> User:
    """The person whose session this is.

    Raises:
        Unauthenticated: `session_ended`, as `get_login`.
    """
    user, _ = await get_login(session, claims, now)
    return user
