"""What holders do with their certificates: see them, choose what is public, and download the signed badge."""

from datetime import datetime
from uuid import UUID

from sqlmodel import col, select, update
from sqlmodel.sql.expression import SelectOfScalar

from webdev_certs.schemas import certificates as wire
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.domain.certificates import STATUS_WORDS, status, unknown_certificate
from webdev_certs.server.domain.errors import Conflict, InvalidInput
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.sign_badges import (
    SignedCredential,
    discard_credentials,
    reserve_credential,
    sign_credential,
)
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page
from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import CertificateStatus


async def list_certificates(context: Context, user_id: UUID, wanted: PageRequest) -> Page[wire.Certificate]:
    """Return a page of the holder's certificates, newest first.

    Raises:
        InvalidInput: `invalid_cursor`.
    """
    page = await read_page(
        context.db,
        select(Certificate).where(Certificate.user_id == user_id),
        wanted,
        moment=col(Certificate.issued_at),
        key=col(Certificate.number),
    )
    name = await current_name(context.db, user_id)
    return page.map(lambda row: as_held(context, row, name))


async def all_certificates(context: Context, user_id: UUID) -> list[wire.Certificate]:
    """Return all of the holder's certificates, newest first.

    There are only a few, because every retake has to wait for days.
    """
    query = (
        select(Certificate)
        .where(Certificate.user_id == user_id)
        .order_by(col(Certificate.issued_at).desc(), col(Certificate.number).desc())
    )
    name = await current_name(context.db, user_id)
    return [as_held(context, row, name) for row in await context.db.exec(query)]


async def get_certificate(context: Context, user_id: UUID, number: str) -> wire.Certificate:
    """Return one of the holder's certificates; its number may be in any spelling.

    Raises:
        NotFound: As `find_own`.
    """
    row = await find_own(context, user_id, number)
    return as_held(context, row, await current_name(context.db, user_id))


async def find_own(context: Context, user_id: UUID, number: str) -> Certificate:
    """Return the row of one of the holder's certificates; its number may be in any spelling.

    Raises:
        NotFound: `certificate_unknown`: it does not exist, or belongs to somebody else.
    """
    row = (await context.db.exec(select_own(user_id, number))).one_or_none()
    if row is None:
        raise unknown_certificate()
    return row


def select_own(user_id: UUID, number: str) -> SelectOfScalar[Certificate]:
    """Return the query for one of the holder's certificates.

    Raises:
        NotFound: As `own_number`.
    """
    return select(Certificate).where(Certificate.number == own_number(number), Certificate.user_id == user_id)


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


async def share(context: Context, user_id: UUID, number: str, choice: wire.SharingChoice) -> wire.Certificate:
    """Change which parts of a certificate are public.

    Args:
        context: The request's context.
        user_id: The holder.
        number: The certificate's number.
        choice: What to change; None leaves a choice as it is.

    Raises:
        NotFound: As `find_own`.
    """
    chosen = choice.model_dump(exclude_none=True)
    own = (col(Certificate.number) == own_number(number), col(Certificate.user_id) == user_id)
    if chosen:
        await context.db.exec(
            update(Certificate).where(*own).values(**chosen).execution_options(synchronize_session=False)
        )
    if choice.score_public is not None or choice.name_public is not None:
        await discard_credentials(context.db, own)
    return await get_certificate(context, user_id, number)


async def sign_own_credential(
    context: Context, issuer: CredentialIssuer, user_id: UUID, number: str
) -> SignedCredential:
    """Return the credential of one of the holder's certificates, after signing it if it is unsigned.

    Args:
        context: Without a transaction.
        issuer: Signs.
        user_id: The holder.
        number: The certificate's number.

    Raises:
        NotFound: As `find_own`.
        MissingKey: As `reserve_credential`.
        Overloaded: As `sign_credential`.
    """
    async with context.transaction() as opened:
        certificate = await find_own(opened, user_id, number)
        reserved = await reserve_credential(opened, issuer, certificate)
    return await sign_credential(context, issuer, reserved)


async def current_name(db: AsyncSession, user_id: UUID) -> str:
    """Return the holder's current name."""
    return (await db.exec(select(User.full_name).where(User.id == user_id))).one()


def current_status(row: Certificate, now: datetime) -> CertificateStatus:
    """Return the status of a certificate."""
    return status(
        row.expires_at,
        now,
        revoked_at=row.revoked_at,
        suspended_at=row.suspended_at,
        replaced_by=row.replaced_by,
    )


def require_presentable(row: Certificate, now: datetime) -> None:
    """Refuse a PDF or badge, which cannot show the status, of a certificate that does not count.

    Raises:
        Conflict: `certificate_not_valid`: it was revoked, suspended or replaced.
    """
    current = current_status(row, now)
    if current not in ("valid", "expired"):
        raise Conflict(
            "certificate_not_valid",
            _(
                "This certificate is {status}, so you can’t download it.",
                status=_(STATUS_WORDS[current]),
            ),
        )


def as_held(context: Context, row: Certificate, name: str) -> wire.Certificate:
    """Return a certificate as its holder sees it.

    Args:
        context: Has the current time and the names of technologies.
        row: The certificate.
        name: The holder's current name. A valid certificate with another can be issued again.
    """
    current = current_status(row, context.now)
    return wire.Certificate.model_validate(
        {
            **row.model_dump(),
            "status": current,
            "reissuable": current == "valid" and row.holder_name != name,
            "name": technology_names(context.bank, row.technology).name,
            "test_id": row.attempt_id,
            "verify_url": f"{context.settings.origin}/verify/{row.number}",
        }
    )
