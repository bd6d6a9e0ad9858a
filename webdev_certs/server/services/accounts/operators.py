"""What operators do with accounts: find, summarize, block and confirm them."""

from collections.abc import Mapping
from uuid import UUID

from sqlmodel import col, func, select, update

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.accounts import Identity, LoginSession, User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.services.accounts.accounts import find_by_email
from webdev_certs.server.services.accounts.confirmation import confirm_email
from webdev_certs.server.services.accounts.login_sessions import end_login_sessions
from webdev_certs.server.services.accounts.one_time_tokens import CONFIRMING, Proof, void_tokens
from webdev_certs.server.services.payments import entitlements
from webdev_certs.server.services.shared.context import Context


async def find_account(db: AsyncSession, email_or_id: str) -> User | None:
    """Return the account with an id or an email.

    Of several accounts with an email, return the account that has confirmed it, else the newest. The others
    can be found by their ids.
    """
    try:
        return await db.get(User, UUID(email_or_id))
    except ValueError:
        return await find_by_email(db, email_or_id)


async def summarize(context: Context, user: User) -> Mapping[str, object]:
    """Return what an operator needs to answer a user's questions: name of the fact → value, no secrets."""

    async def rows(query) -> list:
        return list((await context.db.exec(query)).all())

    live = (col(LoginSession.ended_at).is_(None), col(LoginSession.expires_at) > context.now)
    logins = select(func.count()).where(LoginSession.user_id == user.id, *live)
    last_seen = select(func.max(LoginSession.last_seen_at)).where(LoginSession.user_id == user.id)
    same_email = select(User.id).where(User.email == user.email, User.id != user.id)
    return {
        "id": user.id,
        "email": user.email,
        "email confirmed": user.email_confirmed_at or "no",
        "name": user.full_name,
        "registered": user.created_at,
        "blocked": f"{user.blocked_at}: {user.block_reason}" if user.blocked_at else "no",
        "signs in with": [
            *(["password"] if user.password_hash else []),
            *await rows(select(Identity.provider).where(Identity.user_id == user.id)),
        ],
        "login sessions": (await rows(logins))[0],
        "last seen": (await rows(last_seen))[0] or "never",
        "paid access": sorted(await entitlements.access_sources(context.db, user.id, context.now)) or "no",
        "tests": (await rows(select(func.count(col(Attempt.id))).where(Attempt.user_id == user.id)))[0],
        "certificates": await rows(select(Certificate.number).where(Certificate.user_id == user.id)),
        "other accounts with this email": await rows(same_email),
    }


async def block(context: Context, user: User, reason: str) -> None:
    """Block an account and end all its login sessions; the user reads the reason."""
    await _set_block(context, user, blocked_at=context.now, block_reason=reason)
    await end_login_sessions(context.db, user.id, context.now)


async def unblock(context: Context, user: User) -> None:
    """Let a blocked account sign in again."""
    await _set_block(context, user, blocked_at=None, block_reason=None)


async def confirm_by_operator(context: Context, user: User) -> list[str]:
    """Confirm the account's email for a user who has proved otherwise that it is theirs.

    Returns:
        The numbers of the certificates that were waiting for it and are now issued.

    Raises:
        Conflict: `email_taken`: another account has confirmed it.
    """
    issued = await confirm_email(context, Proof(user.id, user.email, "confirm_email"))
    await void_tokens(context.db, user.id, CONFIRMING, context.now)
    return issued


async def _set_block(context: Context, user: User, **values: object) -> None:
    await context.db.exec(
        update(User)
        .where(col(User.id) == user.id)
        .values(**values)
        .execution_options(synchronize_session=False)
    )
