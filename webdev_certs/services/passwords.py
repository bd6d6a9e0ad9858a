"""An account's password: proven, replaced, and what follows from that."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlmodel import col, update

from webdev_certs.server.domain.errors import Forbidden, InvalidInput
from webdev_certs.server.domain.one_time_tokens import RESETTING
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.models.accounts import User
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.login_sessions import LoginSession
from webdev_certs.server.services import mail_texts
from webdev_certs.server.services.accounts import check_credentials
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.mail.links import forgot_link
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.new_passwords import check_new_password
from webdev_certs.server.services.accounts.one_time_tokens import use_up
from webdev_certs.server.services.sessions import end_sessions

RECENT = timedelta(minutes=10)
"""How long a sign-in stands in for a password that the account does not have."""


async def check_presence(
    hasher: PasswordHasher,
    user: User,
    login: LoginSession,
    password: str | None,
    now: datetime,
) -> None:
    """Makes sure that the account's owner is there, and not only a browser they have left open.

    Args:
        hasher: checks the password; no database connection should wait for it.
        user: whose account it is.
        login: the session that asks.
        password: the account's.
        now: the present.

    Raises:
        Unauthenticated: `invalid_credentials`: a wrong password, to be counted as a guess (`Limits.guesses`).
        Forbidden: `recent_sign_in_required`: the account has no password, and the sign-in is too long ago.
    """
    if user.password_hash is None:
        if now - login.created_at > RECENT:
            raise Forbidden("recent_sign_in_required", "Sign in again, and then repeat this.")
        return
    await check_credentials(hasher, user, password or "")


def wrong_password(field: str = "password") -> InvalidInput:
    """The refusal of a password that is not, or is no longer, the account's."""
    return InvalidInput("wrong_password", "This is not your password.", field=field)


async def hash_new(hasher: PasswordHasher, user: User, password: str) -> str:
    """The hash of a password that the person may have.

    Raises:
        InvalidInput: `password_…`, as `new_passwords.check_new_password`.
        Overloaded: `busy`, as `PasswordHasher.hash`.
    """
    await check_new_password(password, email=user.email, full_name=user.full_name)
    return await hasher.hash(password)


async def replace_hash(session: AsyncSession, user_id: UUID, old: str | None, new: str | None) -> bool:
    """Stores a hash if the account still has the one that was checked, and locks the account.

    Checking takes a while, and no transaction is open meanwhile: a password may have been reset, by someone
    who wants everyone out who knows the old one. With the same hash twice this only asks and locks.
    """
    replaced = await session.exec(
        update(User)
        .where(col(User.id) == user_id, col(User.password_hash) == old)
        .values(password_hash=new)
        .execution_options(synchronize_session=False)
    )
    return replaced.rowcount == 1


async def lock_unchanged(session: AsyncSession, user: User) -> None:
    """Locks an account for the rest of the transaction, whose password is still the one that was checked.

    Raises:
        InvalidInput: `wrong_password`: another request has changed it meanwhile.
    """
    if not await replace_hash(session, user.id, user.password_hash, user.password_hash):
        raise wrong_password()


async def change_password(context: Context, user: User, session_id: UUID, encoded: str) -> None:
    """Gives the account a new password, ends all its sessions but one, and says so by mail.

    What signs in from elsewhere stays linked, unlike at a reset: adding a link takes the password and is told
    by mail, and whoever knows the present password sees all links on the screen where they change it.

    Args:
        context: the request's.
        user: as read when the old password, or the recent sign-in, was checked.
        session_id: the session that goes on.
        encoded: the new password's hash.

    Raises:
        InvalidInput: `wrong_password`: another request has changed the password meanwhile.
    """
    if not await replace_hash(context.session, user.id, user.password_hash, encoded):
        raise wrong_password("current_password")
    await after_change(context, user.id, user.email, user.full_name, keep=session_id)


async def after_change(
    context: Context, user_id: UUID, address: str, name: str, *, keep: UUID | None = None
) -> None:
    """Shuts out whoever knew the old password: ends sessions, and links they may have asked for with it.

    Args:
        context: the request's.
        user_id: whose password was changed.
        address: where a mail says so.
        name: of the account.
        keep: the session that goes on, if any.
    """
    await end_sessions(context.session, user_id, context.now, keep=keep)
    await use_up(context.session, user_id, (*RESETTING, "change_address"), context.now)
    message = mail_texts.password_changed(address, name, forgot_link(context.settings))
    await queue_mail(context.session, message, context.now)
