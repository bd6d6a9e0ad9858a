"""Show certificates to their holders, and let them choose what is public."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement
from sqlmodel import col, select, update

from webdev_certs.schemas.certificates import Certificate, SharingChoice
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.domain.certificates import STATUS_WORDS, status
from webdev_certs.server.domain.errors import Conflict, InvalidInput, NotFound
from webdev_certs.server.models import certificates as tables
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.credentials import Credential
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page
from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import CertificateStatus


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
    holder = await present_name(context.db, user_id)
    return page.map(lambda row: _as_held(context, row, holder))


async def all_certificates(context: Context, user_id: UUID) -> list[Certificate]:
    """Return all of the holder's certificates, newest first.

    There are only a few, because every retake has to wait for days.
    """
    query = (
        select(tables.Certificate)
        .where(tables.Certificate.user_id == user_id)
        .order_by(col(tables.Certificate.issued_at).desc(), col(tables.Certificate.number).desc())
    )
    holder = await present_name(context.db, user_id)
    return [_as_held(context, row, holder) for row in await context.db.exec(query)]


async def get_certificate(context: Context, user_id: UUID, number: str) -> Certificate:
    """Return one of the holder's certificates; its number may be in any spelling.

    Raises:
        NotFound: `certificate_unknown`: it does not exist, or belongs to somebody else.
    """
    row = await find_own(context, user_id, number)
    return _as_held(context, row, await present_name(context.db, user_id))


async def get_presentable(context: Context, user_id: UUID, number: str) -> Certificate:
    """Return a certificate for a PDF or badge, which cannot show its status.

    Raises:
        NotFound: As `get_certificate`.
        Conflict: `certificate_not_valid`: it was revoked, suspended or replaced.
    """
    certificate = await get_certificate(context, user_id, number)
    if certificate.status not in ("valid", "expired"):
        raise Conflict(
            "certificate_not_valid",
            _(
                "This certificate is {status}, so it cannot be downloaded.",
                status=_(STATUS_WORDS[certificate.status]),
            ),
        )
    return certificate


async def find_own(context: Context, user_id: UUID, number: str, *, lock: bool = False) -> tables.Certificate:
    """Return the row of one of the holder's certificates.

    Args:
        context: The request's context.
        user_id: The holder.
        number: The number in any spelling.
        lock: Whether to lock the row until the transaction ends.

    Raises:
        NotFound: As `get_certificate`.
    """
    query = select(tables.Certificate).where(
        tables.Certificate.number == own_number(number), tables.Certificate.user_id == user_id
    )
    row = (await context.db.exec(query.with_for_update() if lock else query)).one_or_none()
    if row is None:
        raise unknown_certificate()
    return row


async def present_name(db: AsyncSession, user_id: UUID) -> str:
    """Return the holder's present name."""
    return (await db.exec(select(User.full_name).where(User.id == user_id))).one()


def present_status(row: tables.Certificate, now: datetime) -> CertificateStatus:
    """Return the status of a certificate."""
    return status(
        row.expires_at,
        now,
        revoked_at=row.revoked_at,
        suspended_at=row.suspended_at,
        replaced_by=row.replaced_by,
    )


def is_reissuable(row: tables.Certificate, holder: str, now: datetime) -> bool:
    """Return whether a certificate may be replaced by one with the holder's present name."""
    return present_status(row, now) == "valid" and row.holder_name != holder


async def share(context: Context, user_id: UUID, number: str, choice: SharingChoice) -> Certificate:
    """Change which parts of a certificate are public.

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
    if choice.score_public is not None or choice.name_public is not None:
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
    return NotFound("certificate_unknown", _("There is no certificate with this number."))


def _as_held(context: Context, row: tables.Certificate, holder: str) -> Certificate:
    return Certificate.model_validate(
        {
            **row.model_dump(),
            "status": present_status(row, context.now),
            "reissuable": is_reissuable(row, holder, context.now),
            "name": technology_names(context.bank, row.technology).name,
            "test_id": row.attempt_id,
            "verify_url": f"{context.settings.origin}/verify/{row.number}",
        }
    )
