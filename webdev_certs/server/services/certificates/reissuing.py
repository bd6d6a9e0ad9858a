"""Replace a certificate after its holder has changed their name."""

from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.schemas.certificates import Certificate
from webdev_certs.server.domain.certificates import STATUS_WORDS
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.models import certificates as tables
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.certificates.own import (
    find_own,
    forget_credentials,
    get_certificate,
    present_status,
)
from webdev_certs.server.services.certificates.issuing import insert_certificate
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _


async def reissue(context: Context, user_id: UUID, number: str) -> Certificate:
    """Issue a certificate with the holder's present name and a new number, which replaces the old one.

    The new certificate keeps the score, the dates and the holder's choices of the old one. The old number
    then names its replacement and shows no name. The old credential is refused.

    Raises:
        NotFound: `certificate_unknown`, as in `get_certificate`.
        Conflict: `certificate_not_valid` if it is not valid, `name_unchanged`, or `email_unconfirmed`.
        RuntimeError: As `issue_certificate`.
    """
    old = await find_own(context, user_id, number, lock=True)
    query = select(User.full_name, User.email_confirmed_at).where(User.id == user_id)
    holder, confirmed_at = (await context.db.exec(query)).one()
    current = present_status(old, context.now)
    if current != "valid":
        raise Conflict(
            "certificate_not_valid",
            _("This certificate is {status}, so it cannot be issued again.", status=_(STATUS_WORDS[current])),
        )
    if old.holder_name == holder:
        raise Conflict("name_unchanged", _("This certificate has your present name already."))
    if confirmed_at is None:
        raise Conflict("email_unconfirmed", _("Confirm your email first."))
    kept = old.model_dump(
        include={"technology", "title", "score", "name_public", "score_public", "credential_public"}
        | {"issued_at", "expires_at"}
    )
    taken = await context.db.exec(
        update(tables.Certificate)
        # Checked again, because SQLite locks no rows: only one of two simultaneous requests may replace it.
        .where(
            col(tables.Certificate.number) == old.number,
            col(tables.Certificate.replaced_by).is_(None),
            col(tables.Certificate.revoked_at).is_(None),
            col(tables.Certificate.suspended_at).is_(None),
        )
        # Move the attempt to the new certificate.
        .values(attempt_id=None, replaced_by="", replaced_at=context.now, credential_public=False)
        .execution_options(synchronize_session=False)
    )
    if not taken.rowcount:
        raise Conflict("certificate_not_valid", _("This certificate is no longer valid."))
    attempt_id, old_number = old.attempt_id, old.number
    new = await insert_certificate(
        context, user_id=user_id, attempt_id=attempt_id, holder_name=holder, **kept
    )
    await context.db.exec(
        update(tables.Certificate)
        .where(col(tables.Certificate.number) == old_number)
        .values(replaced_by=new)
        .execution_options(synchronize_session=False)
    )
    # The old certificate's signed credential contains the earlier name.
    await forget_credentials(context.db, (tables.Certificate.number == old_number,))
    context.db.expire_all()
    return await get_certificate(context, user_id, new)
