"""Certificates: issued when a test is passed, and kept by their holders."""

from datetime import datetime
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.server.domain.certificate_numbers import new_number, parse_number
from webdev_certs.server.domain.certificates import expiry, status
from webdev_certs.server.domain.errors import InvalidInput, NotFound
from webdev_certs.server.models import certificates as tables
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt
from webdev_certs.schemas.certificates import Certificate
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.inserts import insert_ignoring

_DRAWS = 5


async def issue_certificate(
    context: Context, attempt: Attempt, score: int, issued_at: datetime
) -> str | None:
    """Issues the certificate of an attempt that was just passed, in the name that its taker has now.

    The caller has claimed the attempt's end, so there is no other certificate for it.

    Returns:
        The certificate's number; None while the taker's address is not confirmed: then it is issued by
        `issue_pending`.

    Raises:
        RuntimeError: every number drawn was taken; with 10¹² of them the random source must be broken.
    """
    query = select(User.full_name, User.email_confirmed_at).where(User.id == attempt.user_id)
    holder, confirmed_at = (await context.session.exec(query)).one()
    if confirmed_at is None:
        return None
    return await _issue(context, attempt, holder, score, issued_at)


async def issue_pending(context: Context, user_id: UUID) -> list[str]:
    """Issues the certificates that a person has earned before the address was confirmed.

    The caller has locked the account, or holds the only right to write: no attempt of it is ended meanwhile.

    Returns:
        Their numbers.

    Raises:
        RuntimeError: as `issue_certificate`.
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
    # At most a handful: a technology can be tried again after days only.
    return [
        await _issue(context, attempt, holder, attempt.score or 0, context.now)
        for attempt, holder in (await context.session.exec(query)).all()
    ]


async def _issue(context: Context, attempt: Attempt, holder: str, score: int, issued_at: datetime) -> str:
    for _ in range(_DRAWS):
        row = insert_ignoring(context.session, tables.Certificate).values(
            number=new_number(attempt.technology, context.rng),
            user_id=attempt.user_id,
            attempt_id=attempt.id,
            technology=attempt.technology,
            title=technology_names(context.bank, attempt.technology).title,
            holder_name=holder,
            score=score,
            score_public=False,
            issued_at=issued_at,
            expires_at=expiry(issued_at, context.settings.certificate_years),
        )
        issued = await context.session.exec(row.returning(col(tables.Certificate.number)))
        number = issued.scalar_one_or_none()
        if number is not None:
            return number
    raise RuntimeError(f"{_DRAWS} certificate numbers in a row were taken")


async def list_certificates(context: Context, user_id: UUID) -> list[Certificate]:
    """A holder's certificates, newest first."""
    query = (
        select(tables.Certificate)
        .where(tables.Certificate.user_id == user_id)
        .order_by(col(tables.Certificate.issued_at).desc(), col(tables.Certificate.number))
    )
    return [_as_held(context, row) for row in await context.session.exec(query)]


async def get_certificate(context: Context, user_id: UUID, number: str) -> Certificate:
    """One of the holder's certificates, its number in any spelling.

    Raises:
        NotFound: `certificate_unknown`: there is none with this number, or it is someone else's.
    """
    query = select(tables.Certificate).where(
        tables.Certificate.number == _own_number(number), tables.Certificate.user_id == user_id
    )
    row = (await context.session.exec(query)).one_or_none()
    if row is None:
        raise unknown_certificate()
    return _as_held(context, row)


async def share(context: Context, user_id: UUID, number: str, *, score_public: bool) -> Certificate:
    """Sets what the public sees.

    Raises:
        NotFound: `certificate_unknown`, as `get_certificate`.
    """
    await context.session.exec(
        update(tables.Certificate)
        .where(
            col(tables.Certificate.number) == _own_number(number), col(tables.Certificate.user_id) == user_id
        )
        .values(score_public=score_public)
        .execution_options(synchronize_session=False)
    )
    return await get_certificate(context, user_id, number)


def _own_number(number: str) -> str:
    # Holders follow links rather than type, so to them a number that cannot be is simply not theirs.
    try:
        return parse_number(number)
    except InvalidInput:
        raise unknown_certificate() from None


def unknown_certificate() -> NotFound:
    """What is raised about a number that no certificate has."""
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
