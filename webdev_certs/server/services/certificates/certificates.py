"""Issue certificates for passed attempts, and show them to their holders."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement
from sqlmodel import col, select, update

from webdev_certs.schemas.certificates import Certificate, SharingChoice
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.certificate_numbers import new_number, parse_number
from webdev_certs.server.domain.certificates import expiry, status
from webdev_certs.server.domain.errors import InvalidInput, NotFound
from webdev_certs.server.models import certificates as tables
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.credentials import Credential
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page

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
        .order_by(col(Attempt.submitted_at))
    )
    # There are only a few, because every retake has to wait for days.
    return [
        await _issue(context, attempt, holder, attempt.score or 0, context.now)
        for attempt, holder in (await context.db.exec(query)).all()
    ]


async def _issue(context: Context, attempt: Attempt, holder: str, score: int, issued_at: datetime) -> str:
    for _ in range(_DRAWS):
        row = insert_ignoring(context.db, tables.Certificate).values(
            number=new_number(attempt.technology, context.rng),
            user_id=attempt.user_id,
            attempt_id=attempt.id,
            technology=attempt.technology,
            title=technology_names(context.bank, attempt.technology).title,
            holder_name=holder,
            score=score,
            score_public=False,
            credential_public=False,
            issued_at=issued_at,
            expires_at=expiry(issued_at, context.settings.certificate_years),
        )
        issued = await context.db.exec(row.returning(col(tables.Certificate.number)))
        number = issued.scalar_one_or_none()
        if number is not None:
            return number
    raise RuntimeError(f"{_DRAWS} certificate numbers in a row were taken")


async def list_certificates(context: Context, user_id: UUID, wanted: PageRequest) -> Page[Certificate]:
    """Return a page of the holder's certificates, newest first.

    Raises:
        InvalidInput: `invalid_cursor`.
    """
    page = await read_page(
        context.db,
        select(tables.Certificate).where(tables.Certificate.user_id == user_id),
        wanted,
        moment=col(tables.Certificate.issued_at),
        key=col(tables.Certificate.number),
    )
    return page.map(lambda row: _as_held(context, row))


async def all_certificates(context: Context, user_id: UUID) -> list[Certificate]:
    """Return all of the holder's certificates, newest first.

    There are only a few, because every retake has to wait for days.
    """
    query = (
        select(tables.Certificate)
        .where(tables.Certificate.user_id == user_id)
        .order_by(col(tables.Certificate.issued_at).desc(), col(tables.Certificate.number).desc())
    )
    return [_as_held(context, row) for row in await context.db.exec(query)]


async def get_certificate(context: Context, user_id: UUID, number: str) -> Certificate:
    """Return one of the holder's certificates; its number may be in any spelling.

    Raises:
        NotFound: `certificate_unknown`: it does not exist, or belongs to somebody else.
    """
    query = select(tables.Certificate).where(
        tables.Certificate.number == own_number(number), tables.Certificate.user_id == user_id
    )
    row = (await context.db.exec(query)).one_or_none()
    if row is None:
        raise unknown_certificate()
    return _as_held(context, row)


async def share(context: Context, user_id: UUID, number: str, choice: SharingChoice) -> Certificate:
    """Change what of a certificate is public.

    Args:
        context: The request's context.
        user_id: The holder.
        number: The certificate's number.
        choice: What to change; None leaves a choice as it is.

    Raises:
        NotFound: `certificate_unknown`, as in `get_certificate`.
    """
    own, chosen = own_number(number), choice.model_dump(exclude_none=True)
    if not chosen:
        return await get_certificate(context, user_id, number)
    await context.db.exec(
        update(tables.Certificate)
        .where(col(tables.Certificate.number) == own, col(tables.Certificate.user_id) == user_id)
        .values(**chosen)
        .execution_options(synchronize_session=False)
    )
    if choice.score_public is not None:
        await forget_credentials(
            context.db, (tables.Certificate.number == own, tables.Certificate.user_id == user_id)
        )
    return await get_certificate(context, user_id, number)


def own_number(number: str) -> str:
    """Return the canonical form of a number that a holder gives.

    Raises:
        NotFound: `certificate_unknown`: holders follow links and do not type numbers, so they need no hint
            about a typing error.
    """
    try:
        return parse_number(number)
    except InvalidInput:
        raise unknown_certificate() from None


async def forget_credentials(db: AsyncSession, of_certificates: Sequence[ColumnElement[bool] | bool]) -> None:
    """Discard signed credentials whose content has changed; they are signed again when somebody asks.

    Args:
        db: The transaction.
        of_certificates: Conditions that select the certificates.
    """
    numbers = select(tables.Certificate.number).where(*of_certificates)
    await db.exec(
        update(Credential)
        .where(col(Credential.certificate_number).in_(numbers))
        .values(issuer=None, key_number=None, document=None, jwt=None)
        .execution_options(synchronize_session=False)
    )


def unknown_certificate() -> NotFound:
    """Return the error for a number that no certificate has."""
    return NotFound("certificate_unknown", "There is no certificate with this number.")


def _as_held(context: Context, row: tables.Certificate) -> Certificate:
    return Certificate.model_validate(
        {
            **row.model_dump(),
            "status": status(row.expires_at, row.revoked_at, context.now),
            "name": technology_names(context.bank, row.technology).name,
            "test_id": row.attempt_id,
            "verify_url": f"{context.settings.origin}/verify/{row.number}",
        }
    )
