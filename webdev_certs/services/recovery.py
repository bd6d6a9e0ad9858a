"""Forgotten passwords: a mailed link, and a new password by it."""

from sqlmodel import col, select, update

from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.domain.one_time_tokens import minutes_good
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services import mail_texts
from webdev_certs.server.services.accounts import find_by_email, normalise_email
from webdev_certs.server.services.confirmation import confirm_address
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.identities import unlink_others
from webdev_certs.server.services.mail.links import register_link, reset_link
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.accounts.one_time_tokens import issue_token, read_token, use_token
from webdev_certs.server.services.passwords import after_change


async def request_reset(context: Context, email: str, place: str) -> None:
    """Mails a link with which the address's reader can choose a new password.

    An unknown address takes the same work, and gets a mail that says so: whoever reads it may have another.

    Args:
        context: the request's.
        email: the address as typed.
        place: where it is asked from, which tells unconfirmed accounts apart (`accounts.find_namesakes`).

    Raises:
        InvalidInput: `invalid_email`.
    """
    address = normalise_email(email)
    user = await find_by_email(context.session, address, place)
    token = await issue_token(
        context.session, "reset_password", address, user.id if user else None, context.now
    )
    if user:
        message = mail_texts.reset_password(
            address, user.full_name, reset_link(context.settings, token), minutes_good("reset_password")
        )
    else:
        message = mail_texts.no_account(address, "", register_link(context.settings))
    await queue_mail(context.session, message, context.now)


async def account_of_link(context: Context, token: str) -> User:
    """Whose password a link can reset; it stays as good as it is.

    Raises:
        NotFound: `reset_link_unknown`.
        Conflict: `reset_link_used` or `reset_link_expired`.
    """
    proof = await read_token(context.session, "reset", token, context.now)
    query = select(User).where(User.id == proof.user_id, User.email == proof.address)
    user = (await context.session.exec(query)).one_or_none()
    if user is None:
        raise _unknown_link()
    return user


async def reset_password(context: Context, token: str, encoded: str) -> None:
    """Gives the link's account a new password, ends all its sessions, and says so by mail.

    The link came by mail, so the address is confirmed too, and what signs in from elsewhere is unlinked.

    Args:
        context: the request's.
        token: the link's.
        encoded: the new password's hash.

    Raises:
        NotFound: `reset_link_unknown`.
        Conflict: `reset_link_used`, `reset_link_expired`; `address_taken`: another account has confirmed the
            address since the link was sent.
    """
    proof = await use_token(context.session, "reset", token, context.now)
    reset = await context.session.exec(
        update(User)
        .where(col(User.id) == proof.user_id, col(User.email) == proof.address)
        .values(password_hash=encoded)
        .returning(col(User.full_name))
        .execution_options(synchronize_session=False)
    )
    name = reset.scalar_one_or_none()
    if name is None:
        # The account has another address by now.
        raise _unknown_link()
    await confirm_address(context, proof)
    await unlink_others(context, proof.user_id, name, proof.address)
    await after_change(context, proof.user_id, proof.address, name)


def _unknown_link() -> NotFound:
    return NotFound("reset_link_unknown", "This link is for an address that the account no longer has.")
