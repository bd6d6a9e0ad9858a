"""Deleting an account."""

from typing import Any

from sqlmodel import col, delete, update

from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.schemas.profile import CertificateChoice
from webdev_certs.server.services import mail_texts
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.passwords import lock_unchanged


async def delete_account(context: Context, user: User, certificates: CertificateChoice) -> None:
    """Erases the account with all that belongs to it; a last mail says so.

    Only its certificates stay, because others rely on their numbers: without a name or a score, and shown as
    revoked if that is chosen.

    Args:
        context: the request's.
        user: as read when the password, or the recent sign-in, was checked.
        certificates: what becomes of them.

    Raises:
        InvalidInput: `wrong_password`: another request has changed the password meanwhile.
    """
    # Locks the account too, so that no test is passed between here and the end.
    await lock_unchanged(context.session, user)
    values: dict[str, Any] = {"holder_name": None, "score_public": False}
    if certificates == "revoke":
        values |= {"revoked_at": context.now, "revocation_reason": "holder_left"}
    await context.session.exec(
        update(Certificate)
        .where(col(Certificate.user_id) == user.id)
        .values(**values)
        .execution_options(synchronize_session=False)
    )
    # The database does the rest: what refers to the account goes with it (ON DELETE CASCADE), and
    # certificates lose their reference (ON DELETE SET NULL).
    await context.session.exec(
        delete(User).where(col(User.id) == user.id).execution_options(synchronize_session=False)
    )
    await queue_mail(context.session, mail_texts.account_deleted(user.email, user.full_name), context.now)
