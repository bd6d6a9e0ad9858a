"""Deleting an account."""

from typing import Any

from sqlmodel import col, delete, update

from webdev_certs.schemas.profile import AccountDeletion
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.services.accounts.context import AccountContext
from webdev_certs.server.services.accounts.reauthentication import lock_reauthenticated, reauthenticate
from webdev_certs.server.services.accounts.tokens import AccessClaims
from webdev_certs.server.services.mail import texts
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.payments.context import PaymentContext
from webdev_certs.server.services.payments.stop_charges import stop_all_charges
from webdev_certs.server.services.shared.retakes import remember_retakes


async def delete_account(
    account: AccountContext, payments: PaymentContext, claims: AccessClaims, deletion: AccountDeletion
) -> None:
    """Erase the account and all its data, end what it pays, and mail its owner.

    Its certificates stay without a name or a score, because others rely on their numbers; they are revoked
    if the owner chooses that.

    Raises:
        InvalidInput: `wrong_password`.
        Unauthenticated, Forbidden, TooManyRequests: As `reauthenticate`.
        Unavailable: As `stop_all_charges`; the account is then not deleted.
    """
    user = await reauthenticate(account, claims, deletion.password)
    # First, because nobody can sign in to a deleted account to cancel.
    await stop_all_charges(payments, user.id)
    async with account.transaction() as context:
        # The lock also keeps a running test from passing before the account is gone.
        await lock_reauthenticated(context.db, user)
        await remember_retakes(context, user.id, user.email)
        values: dict[str, Any] = {"holder_name": None, "score_public": False}
        if deletion.certificates == "revoke":
            values |= {"revoked_at": context.now, "revocation_reason": "holder_left"}
        await context.db.exec(
            update(Certificate)
            .where(col(Certificate.user_id) == user.id)
            .values(**values)
            .execution_options(synchronize_session=False)
        )
        # The database deletes the rows that refer to the account (ON DELETE CASCADE) and keeps certificates
        # without it (ON DELETE SET NULL).
        await context.db.exec(
            delete(User).where(col(User.id) == user.id).execution_options(synchronize_session=False)
        )
        await queue_mail(context.db, texts.account_deleted(user.email, user.full_name), context.now)
