"""Deleting an account."""

from sqlmodel import col, delete, update

from webdev_certs.schemas.profile import AccountDeletion, CertificateChoice
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.services.accounts.access_tokens import AccessClaims
from webdev_certs.server.services.accounts.accounts import lock_reauthenticated, reauthenticate
from webdev_certs.server.services.accounts.login_sessions import end_login_sessions
from webdev_certs.server.services.certificates.sign_badges import discard_credentials
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.payments.billing import stop_all_charges
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.retakes import record_starts


async def delete_account(context: Context, claims: AccessClaims, deletion: AccountDeletion) -> None:
    """Erase the account and all its data, stop its charges, and mail its owner.

    Its certificates stay without a name or a score, because others rely on their numbers; they are revoked
    if the owner chooses that.

    Raises:
        InvalidInput: `wrong_password`.
        Unauthenticated, Forbidden, TooManyRequests: As `reauthenticate`.
        Unavailable: As `stop_all_charges`; the account is then not deleted.
    """
    user = await reauthenticate(context, claims, deletion.password)
    # First, because nobody can sign in to a deleted account to cancel.
    await stop_all_charges(context, user.id)
    notify = user.email_confirmed_at is not None or await context.limits.may_mail(user.email)
    async with context.transaction() as transaction:
        # The lock also keeps an open attempt from passing before the account is gone.
        await lock_reauthenticated(transaction.db, user)
        await erase(transaction, user, deletion.certificates, notify=notify)


async def erase(
    context: Context, user: User, certificates: CertificateChoice, *, notify: bool = True
) -> None:
    """Erase an account whose charges are stopped.

    Args:
        context: The transaction's context.
        user: The account.
        certificates: What happens to its certificates.
        notify: Whether its owner is told by mail.
    """
    await record_starts(context, user.id, user.email)
    own = update(Certificate).where(col(Certificate.user_id) == user.id)
    changes = [own.values(holder_name=None, score_public=False, credential_public=False, on_profile=False)]
    if certificates == "revoke":
        # An earlier revocation keeps its date and reason.
        not_revoked = own.where(col(Certificate.revoked_at).is_(None))
        changes.append(not_revoked.values(revoked_at=context.now, revocation_reason="holder_left"))
    for change in changes:
        await context.db.exec(change.execution_options(synchronize_session=False))
    # The signed credentials contain the name and a hash of the email. After the change of the certificates,
    # so that none from before it is stored later.
    await discard_credentials(context.db, (Certificate.user_id == user.id,))
    # Noted before they are deleted with the account, so that their access tokens are refused.
    await end_login_sessions(context.db, user.id, context.now)
    # The database deletes the rows that refer to the account (ON DELETE CASCADE) and keeps certificates
    # without it (ON DELETE SET NULL).
    await context.db.exec(
        delete(User).where(col(User.id) == user.id).execution_options(synchronize_session=False)
    )
    if notify:
        message = write_mail(context.settings, "account_deleted", Recipient.of(user))
        await queue_mail(context.db, message, context.now)
