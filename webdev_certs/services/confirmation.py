"""Who reads the mail of an account's address: asked after registration and when the address changes."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select, update

from webdev_certs.domain.errors import Conflict
from webdev_certs.domain.one_time_tokens import CONFIRMING, RESETTING
from webdev_certs.models.accounts import User
from webdev_certs.schemas.confirmation import Confirmed
from webdev_certs.services import mail_texts
from webdev_certs.services.accounts import is_confirmed, normalise_email
from webdev_certs.services.certificates import issue_pending
from webdev_certs.services.context import Context
from webdev_certs.services.mail import queue_mail
from webdev_certs.services.one_time_tokens import Proof, issue_token, use_token, use_up


async def send_confirmation(context: Context, user: User) -> None:
    """Mails a link to the account's address, or, where that has a confirmed account, a word about this.

    Both take the same work: a token is made in either case, but without the mail it is lost.
    """
    taken = await is_confirmed(context.session, user.email)
    token = await issue_token(context.session, "confirm_address", user.email, user.id, context.now)
    message = (
        mail_texts.already_registered(user.email, context.settings.origin)
        if taken
        else mail_texts.confirm_address(user.email, confirm_url(context, token))
    )
    await queue_mail(context.session, message, context.now)


async def resend_confirmation(context: Context, user: User) -> None:
    """Sends the link again; earlier ones stay good, as mails may arrive in another order.

    Raises:
        Conflict: `already_confirmed`.
    """
    if user.email_confirmed_at is not None:
        raise Conflict("already_confirmed", "Your address has been confirmed.")
    await send_confirmation(context, user)


async def request_address_change(context: Context, user: User, email: str) -> None:
    """Mails a link to the new address, which replaces earlier ones; until it is used the old address stays.

    Whether the new address has an account is told to its reader alone, as in `send_confirmation`.

    Raises:
        InvalidInput: `invalid_email`.
        Conflict: `address_unchanged`: it is the account's own, and confirmed.
    """
    address = normalise_email(email)
    if address == user.email and user.email_confirmed_at is not None:
        raise Conflict("address_unchanged", "This is your address already.", field="email")
    taken = await is_confirmed(context.session, address)
    await use_up(context.session, user.id, ("change_address",), context.now)
    token = await issue_token(context.session, "change_address", address, user.id, context.now)
    message = (
        mail_texts.already_registered(address, context.settings.origin)
        if taken
        else mail_texts.change_address(address, confirm_url(context, token))
    )
    await queue_mail(context.session, message, context.now)


async def confirm(context: Context, token: str) -> Confirmed:
    """Does what a mailed link is for: confirms an account's address, or gives it the new one.

    Raises:
        NotFound: `confirm_link_unknown`.
        Conflict: `confirm_link_used`, `confirm_link_expired`; `address_taken`: another account has confirmed
            this address meanwhile.
    """
    proof = await use_token(context.session, "confirm", token, context.now)
    if proof.purpose == "change_address":
        await _change_address(context, proof)
    return Confirmed(email=proof.address, certificates=await confirm_address(context, proof))


async def confirm_address(context: Context, proof: Proof) -> list[str]:
    """Marks the account's address as confirmed, if it is still the one that was proven.

    Returns:
        The numbers of the certificates that were waiting for it.

    Raises:
        Conflict: `address_taken`: another account has confirmed it.
    """
    statement = (
        update(User)
        .where(
            col(User.id) == proof.user_id,
            col(User.email) == proof.address,
            col(User.email_confirmed_at).is_(None),
        )
        .values(email_confirmed_at=context.now)
        .execution_options(synchronize_session=False)
    )
    try:
        confirmed = await context.session.exec(statement)
    except IntegrityError:
        raise _taken() from None
    return await issue_pending(context, proof.user_id) if confirmed.rowcount else []


async def _change_address(context: Context, proof: Proof) -> None:
    """Gives the account the new address, not yet marked as confirmed, and tells the old one."""
    query = select(User.email, User.email_confirmed_at).where(User.id == proof.user_id)
    old, confirmed_at = (await context.session.exec(query)).one()
    await context.session.exec(
        update(User)
        .where(col(User.id) == proof.user_id)
        .values(email=proof.address, email_confirmed_at=None)
        .execution_options(synchronize_session=False)
    )
    # Links that went to the old address prove nothing about the new one.
    await use_up(context.session, proof.user_id, (*CONFIRMING, *RESETTING), context.now)
    if confirmed_at is not None:
        # Only to someone who has shown that the account is theirs.
        await queue_mail(context.session, mail_texts.address_changed(old), context.now)


def confirm_url(context: Context, token: str) -> str:
    """The mailed link. What follows `#` stays in the browser: out of logs and of the Referer header."""
    return f"{context.settings.origin}/auth/confirm#token={token}"


def _taken() -> Conflict:
    return Conflict("address_taken", "Another account has confirmed this address. Sign in to that one.")
