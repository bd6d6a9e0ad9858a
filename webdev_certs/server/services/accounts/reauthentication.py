"""Reauthentication: proving that the account's owner is present, not just a browser left signed in."""

from datetime import timedelta

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import Forbidden, InvalidInput, Unauthenticated
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts.access_tokens import AccessClaims
from webdev_certs.server.services.accounts.accounts import check_credentials, get_login, replace_hash
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _

RECENT = timedelta(minutes=10)
"""How long a sign-in counts as reauthentication for an account without a password."""


async def reauthenticate(
    context: Context, claims: AccessClaims, password: str | None, field: str = "password"
) -> User:
    """Return the signed-in user, once their password or a recent sign-in proves that it is them.

    Wrong passwords count like failed sign-ins from a known IP address.

    Args:
        context: The request's context.
        claims: The access token's.
        password: The account's password as typed; not needed for an account without one.
        field: The request field that holds it.

    Raises:
        Unauthenticated: `session_ended`.
        InvalidInput: `wrong_password`, for the field.
        Forbidden: `recent_sign_in_required`: the account has no password, and the sign-in is too old.
        TooManyRequests: `too_many_requests`.
    """
    async with context.transaction() as transaction:
        user, login = await get_login(transaction.db, claims, transaction.now)
    try:
        async with context.limits.count_wrong_passwords(user.email, from_known_ip=True):
            if user.password_hash is not None:
                await check_credentials(context.hasher, user, password or "")
            elif transaction.now - login.created_at > RECENT:
                raise Forbidden("recent_sign_in_required", _("Sign in again, then try once more."))
    except Unauthenticated:
        raise wrong_password(field) from None
    await context.limits.forget_wrong_passwords_from_ip(user)
    return user


def wrong_password(field: str = "password") -> InvalidInput:
    """Return the refusal of a password that is not, or is no longer, the account's."""
    return InvalidInput("wrong_password", _("That’s not your password."), field=field)


async def lock_reauthenticated(db: AsyncSession, user: User) -> None:
    """Lock the account until the transaction ends, if its password has not changed since it was checked.

    Args:
        db: The transaction.
        user: The account as `reauthenticate` returned it.

    Raises:
        InvalidInput: `wrong_password`: another request has changed the password since.
    """
    if not await replace_hash(db, user.id, user.password_hash, user.password_hash):
        raise wrong_password()
