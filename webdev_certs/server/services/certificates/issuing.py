"""Issue certificates for passed attempts."""

from datetime import datetime
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.domain.certificate_numbers import new_number
from webdev_certs.server.domain.certificates import expiry
from webdev_certs.server.models import certificates as tables
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring

_DRAWS = 5


async def issue_certificate(
    context: Context, attempt: Attempt, score: int, issued_at: datetime
) -> str | None:
    """Issue the certificate of an attempt that was just passed, in the learner's present name.

    The caller has ended the attempt in this transaction, so it has no certificate yet.

    Args:
        context: The request's context.
        attempt: The attempt.
        score: Its score.
        issued_at: When the attempt ended.

    Returns:
        The certificate number, or None if the learner's email is not confirmed. Then `issue_pending` issues
        the certificate later.

    Raises:
        RuntimeError: Every drawn number was taken. With 10¹² numbers, the random source must be broken.
    """
    query = select(User.full_name, User.email_confirmed_at).where(User.id == attempt.user_id)
    holder, confirmed_at = (await context.db.exec(query)).one()
    if confirmed_at is None:
        return None
    return await _issue(context, attempt, holder, score, issued_at)


async def issue_pending(context: Context, user_id: UUID) -> list[str]:
    """Issue the certificates that a learner earned before confirming their email.

    The caller holds a lock on the account, so that no attempt ends at the same time.

    Returns:
        The certificate numbers.

    Raises:
        RuntimeError: As `issue_certificate`.
    """
    query = (
        select(Attempt, User.full_name)
        .join(User, col(User.id) == col(Attempt.user_id))
        .join(tables.Certificate, col(tables.Certificate.attempt_id) == col(Attempt.id), isouter=True)
        .where(
            Attempt.user_id == user_id,
            col(Attempt.passed).is_(True),
            col(tables.Certificate.number).is_(None),
        )
        .order_by(col(Attempt.submitted_at), col(Attempt.id))
    )
    # There are only a few, because every retake has to wait for days.
    return [
        await _issue(context, attempt, holder, attempt.score or 0, context.now)
        for attempt, holder in (await context.db.exec(query)).all()
    ]


async def _issue(context: Context, attempt: Attempt, holder: str, score: int, issued_at: datetime) -> str:
    return await insert_certificate(
        context,
        technology=attempt.technology,
        user_id=attempt.user_id,
        attempt_id=attempt.id,
        title=technology_names(context.bank, attempt.technology).title,
        holder_name=holder,
        name_public=True,
        score=score,
        score_public=False,
        credential_public=False,
        issued_at=issued_at,
        expires_at=expiry(issued_at, context.settings.certificate_years),
    )


async def insert_certificate(context: Context, *, technology: str, **values: object) -> str:
    """Insert a certificate with a new number, and return the number.

    Raises:
        RuntimeError: As `issue_certificate`.
    """
    for _ in range(_DRAWS):
        row = insert_ignoring(context.db, tables.Certificate).values(
            number=new_number(technology, context.rng), technology=technology, **values
        )
        issued = await context.db.exec(row.returning(col(tables.Certificate.number)))
        number = issued.scalar_one_or_none()
        if number is not None:
            return number
    raise RuntimeError(f"{_DRAWS} certificate numbers in a row were taken")
