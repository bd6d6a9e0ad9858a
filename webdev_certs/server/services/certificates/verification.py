"""Verify certificates: what the public sees of them."""

from datetime import datetime

from sqlalchemy import select
from sqlmodel import SQLModel

from webdev_certs.schemas.certificates import Verification
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.data_loader import DataLoader
from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.domain.certificates import ISSUER, status
from webdev_certs.server.services.certificates.certificates import unknown_certificate
from webdev_certs.server.services.certificates.samples import find_sample
from webdev_certs.server.services.items.catalog import technology_names

_COLUMNS = SQLModel.metadata.tables["certificates"].c


def published_certificates(database: Database) -> DataLoader:
    """Return the loader of certificates by number, with their public columns only."""
    return DataLoader(
        database,
        select(
            _COLUMNS.number,
            _COLUMNS.technology,
            _COLUMNS.title,
            _COLUMNS.holder_name,
            _COLUMNS.name_public,
            _COLUMNS.score,
            _COLUMNS.score_public,
            _COLUMNS.issued_at,
            _COLUMNS.expires_at,
            _COLUMNS.revoked_at,
            _COLUMNS.revocation_reason,
            _COLUMNS.suspended_at,
            _COLUMNS.suspension_reason,
            _COLUMNS.replaced_at,
            _COLUMNS.replaced_by,
        ),
    )


async def verify_number(
    published: DataLoader, bank: Bank, now: datetime, number: str, *, years: int
) -> Verification:
    """Return what the public may know about a certificate or a sample.

    Args:
        published: The loader of `published_certificates`.
        bank: The question bank, for the technology's name.
        now: The present time, which decides whether the certificate has expired.
        number: The certificate number in any spelling.
        years: How long certificates are valid, for the sample.

    Raises:
        InvalidInput: `certificate_mistyped`: no certificate can have this number.
        NotFound: `certificate_unknown`: no certificate has this number.
    """
    canonical = parse_number(number)
    return find_sample(bank, now, canonical, years) or await verify_certificate(
        published, bank, now, canonical
    )


async def verify_certificate(published: DataLoader, bank: Bank, now: datetime, number: str) -> Verification:
    """Return what the public may know about a certificate. Samples are not certificates.

    Args:
        published: The loader of `published_certificates`.
        bank: The question bank, for the technology's name.
        now: The present time, which decides whether the certificate has expired.
        number: The certificate number in its canonical form, as credentials have it.

    Raises:
        NotFound: `certificate_unknown`: no certificate has this number.
    """
    row = await published.load(number)
    if row is None:
        raise unknown_certificate()
    # A replaced certificate shows no name: its holder may not want to be known by the old one.
    shows_name = row.name_public and row.replaced_by is None
    # A revoked certificate does not also show its suspension.
    suspended = row.revoked_at is None
    return Verification(
        number=row.number,
        status=status(
            row.expires_at,
            now,
            revoked_at=row.revoked_at,
            suspended_at=row.suspended_at,
            replaced_by=row.replaced_by,
        ),
        technology=row.technology,
        name=technology_names(bank, row.technology).name,
        title=row.title,
        holder_name=row.holder_name if shows_name else None,
        name_withheld=row.holder_name is not None and not shows_name,
        score=row.score if row.score_public else None,
        issued_at=row.issued_at,
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
        revocation_reason=row.revocation_reason,
        suspended_at=row.suspended_at if suspended else None,
        suspension_reason=row.suspension_reason if suspended else None,
        replaced_at=row.replaced_at,
        replaced_by=row.replaced_by,
        issuer=ISSUER,
        checked_at=now,
    )
