"""Who reads the mail of an account's address: asked after registration and when the address changes."""

from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select, update

from webdev_certs.server.domain.errors import Conflict, Forbidden
from webdev_certs.server.domain.mail import mask_address
from webdev_certs.server.domain.one_time_tokens import CONFIRMING, RESETTING, minutes_good
from webdev_certs.server.models.accounts import User
from webdev_certs.schemas.confirmation import Confirmed
from webdev_certs.server.services import mail_texts
from webdev_certs.server.services.accounts import find_confirmed, normalise_email
from webdev_certs.server.services.certificates.certificates import issue_pending
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.mail.links import confirm_link, contact_link, forgot_link, login_link
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.accounts.one_time_tokens import Proof, issue_token, use_token, use_up
from webdev_certs.server.services.passwords import lock_unchanged


async def send_confirmation(context: Context, user: User) -> None:
    """Mails a link to the account's address, or, where that has a confirmed account, a word about this.

    Both take the same work: a token is made in either case, but without the mail it is lost.
    """
    settings = context.settings
    owner = await find_confirmed(context.session, user.email)
    token = await issue_token(context.session, "confirm_address", user.email, user.id, context.now)
    if owner:
        message = mail_texts.already_registered(
            user.email, owner.full_name, login_link(settings), forgot_link(settings)
        )
    else:
        message = mail_texts.confirm_address(
            user.email, user.full_name, confirm_link(settings, token), minutes_good("confirm_address") // 60
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

    Args:
        context: the request's.
        user: as read when the password, or the recent sign-in, was checked.
        email: the new address as typed.

    Raises:
        InvalidInput: `invalid_email`; `wrong_password`: another request has changed it since it was checked.
        Conflict: `address_unchanged`: it is the account's own, and confirmed.
    """
    address = normalise_email(email)
    if address == user.email and user.email_confirmed_at is not None:
        raise Conflict("address_unchanged", "This is your address already.", field="email")
    await lock_unchanged(context.session, user)
    settings = context.settings
    owner = await find_confirmed(context.session, address)
    await use_up(context.session, user.id, ("change_address",), context.now)
    token = await issue_token(context.session, "change_address", address, user.id, context.now)
    if owner and owner.id != user.id:
        message = mail_texts.address_in_use(address, owner.full_name, login_link(settings))
    else:
        message = mail_texts.address_change(
            address, user.full_name, confirm_link(settings, token), minutes_good("change_address") // 60
        )
    await queue_mail(context.session, message, context.now)


async def confirm(context: Context, user_id: UUID, token: str) -> Confirmed:
    """Does what a mailed link is for: confirms an account's address, or gives it the new one.

    Only for who is signed in to that account. A stranger may have made it with the address of someone who
    follows the link because it comes from us; nobody's address may end up in an account that is not theirs.

    Raises:
        NotFound: `confirm_link_unknown`.
        Forbidden: `confirm_link_other_account`: the link stays good for the account it was made for.
        Conflict: `confirm_link_used`, `confirm_link_expired`; `address_taken`: another account has confirmed
            this address meanwhile.
    """
    proof = await use_token(context.session, "confirm", token, context.now)
    if proof.user_id != user_id:
        raise Forbidden(
            "confirm_link_other_account", "This link is for another account. Sign in to that one."
        )
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
    query = select(User.email, User.full_name, User.email_confirmed_at).where(User.id == proof.user_id)
    old, name, confirmed_at = (await context.session.exec(query)).one()
    await context.session.exec(
        update(User)
        .where(col(User.id) == proof.user_id)
        .values(email=proof.address, email_confirmed_at=None)
        .execution_options(synchronize_session=False)
    )
    # Links that went to the old address prove nothing about the new one.
    await use_up(context.session, proof.user_id, (*CONFIRMING, *RESETTING), context.now)
    if confirmed_at is not None:
        # Only to someone who has shown that the old address is theirs.
        message = mail_texts.address_changed(
            old, name, mask_address(proof.address), contact_link(context.settings)
        )
        await queue_mail(context.session, message, context.now)


def _taken() -> Conflict:
    return Conflict("address_taken", "Another account has confirmed this address. Sign in to that one.")
