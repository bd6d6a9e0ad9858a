"""Verification: what anyone may know about a certificate."""

from datetime import datetime

from sqlalchemy import select
from sqlmodel import SQLModel

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.domain.certificates import ISSUER, status
from webdev_certs.server.database.engine import Database
from webdev_certs.server.models.lookups import Lookups
from webdev_certs.schemas.certificates import Verification
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.certificates.certificates import unknown_certificate

_COLUMNS = SQLModel.metadata.tables["certificates"].c


def published_certificates(database: Database) -> Lookups:
    """Certificates by their numbers, with what is public of them."""
    return Lookups(
        database,
        select(
            _COLUMNS.number,
            _COLUMNS.technology,
            _COLUMNS.title,
            _COLUMNS.holder_name,
            _COLUMNS.score,
            _COLUMNS.score_public,
            _COLUMNS.issued_at,
            _COLUMNS.expires_at,
            _COLUMNS.revoked_at,
            _COLUMNS.revocation_reason,
        ),
    )


async def verify(published: Lookups, bank: Bank, now: datetime, number: str) -> Verification:
    """What anyone may know about the certificate with this number, in any spelling.

    Raises:
        InvalidInput: `certificate_mistyped`: no certificate can have this number.
        NotFound: `certificate_unknown`: none has it.
    """
    row = await published.get(parse_number(number))
    if row is None:
        raise unknown_certificate()
    return Verification(
        number=row.number,
        status=status(row.expires_at, row.revoked_at, now),
        technology=row.technology,
        name=technology_names(bank, row.technology).name,
        title=row.title,
        holder_name=row.holder_name,
        score=row.score if row.score_public else None,
        issued_at=row.issued_at,
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
        revocation_reason=row.revocation_reason,
        issuer=ISSUER,
    )
