"""Verify a certificate by its number: what the public sees of it.

Each technology has a specimen certificate, which shows what a certificate looks like. It is not stored and
not signed, and belongs to nobody. Its number is never drawn for a certificate, and its status `sample` counts
for nothing (docs/certificates.md).
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select
from sqlmodel import SQLModel

from webdev_certs.schemas.certificates import ScoreMeaning, Verification, VerifiedStatus
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.batching import Batcher
from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.certificate_numbers import CODES, parse_number, specimen_number
from webdev_certs.server.domain.certificates import ISSUER, expiry, status, unknown_certificate
from webdev_certs.server.domain.exams import PASSING_RULE
from webdev_certs.server.domain.open_badges import criteria_path
from webdev_certs.server.domain.score_and_interval import ScaleScore
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.attempt_results import interval_of
from webdev_certs.shared.score_bands import bands_between
from webdev_certs.shared.specimen import SCORE, STANDARD_ERROR
from webdev_certs.shared.translation import _

_COLUMNS = SQLModel.metadata.tables["certificates"].c
_BY_NUMBERS = select(
    _COLUMNS.number,
    _COLUMNS.technology,
    _COLUMNS.title,
    _COLUMNS.holder_name,
    _COLUMNS.name_public,
    _COLUMNS.score,
    _COLUMNS.standard_error,
    _COLUMNS.score_public,
    _COLUMNS.terms,
    _COLUMNS.criteria_version,
    _COLUMNS.issued_at,
    _COLUMNS.expires_at,
    _COLUMNS.revoked_at,
    _COLUMNS.revocation_reason,
    _COLUMNS.suspended_at,
    _COLUMNS.suspension_reason,
    _COLUMNS.replaced_at,
    _COLUMNS.replaced_by,
).where(_COLUMNS.number.in_(bindparam("numbers", expanding=True)))
_SPECIMENS = {specimen_number(technology): technology for technology in CODES}


class PublishedCertificates:
    """Finds the public columns of certificates by number.

    Lookups that wait at the same time share a query. Without that, verification reaches 12 % of the rate of
    an empty route on PostgreSQL, and 38 % with it (`verify_ratio_postgresql`); on SQLite 36 % and 44 %.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._batcher: Batcher[str, Row[Any] | None] = Batcher(self.find_all)

    async def find(self, number: str) -> Row[Any] | None:
        """Return the row with a number in its canonical form, or None.

        Raises:
            DatabaseUnavailable: The database cannot serve now.
        """
        return await self._batcher.submit(number)

    async def find_all(self, numbers: Sequence[str]) -> Sequence[Row[Any] | None]:
        """Return the rows with these numbers, or None instead, by one query.

        Raises:
            DatabaseUnavailable: The database cannot serve now.
        """

        def query(connection: Connection) -> Sequence[Row[Any]]:
            return connection.execute(_BY_NUMBERS, {"numbers": numbers}).all()

        rows = {row.number: row for row in await self._database.read(query)}
        return [rows.get(number) for number in numbers]


async def verify_number(
    published: PublishedCertificates, bank: Bank, now: datetime, number: str, *, years: int
) -> Verification:
    """Return what the public may know about a certificate or a specimen.

    Args:
        published: Finds the certificate.
        bank: The question bank, for the technology's name.
        now: The current time, which decides whether the certificate has expired.
        number: The certificate number in any spelling.
        years: How long certificates are valid, for the specimen.

    Raises:
        InvalidInput: `certificate_mistyped`: no certificate can have this number.
        NotFound: `certificate_unknown`: no certificate has this number.
    """
    canonical = parse_number(number)
    return _specimen(bank, now, canonical, years) or await verify_certificate(published, bank, now, canonical)


async def verify_certificate(
    published: PublishedCertificates, bank: Bank, now: datetime, number: str
) -> Verification:
    """Return what the public may know about a certificate. Specimens are not certificates.

    Args:
        published: Finds the certificate.
        bank: The question bank, for the technology's name.
        now: The current time, which decides whether the certificate has expired.
        number: The certificate number in its canonical form, as credentials have it.

    Raises:
        NotFound: `certificate_unknown`: no certificate has this number.
    """
    row = await published.find(number)
    if row is None:
        raise unknown_certificate()
    return _verified(row, bank, now)


async def verify_numbers(
    published: PublishedCertificates, bank: Bank, now: datetime, numbers: Sequence[str], *, years: int
) -> list[Verification | None]:
    """Return what the public may know about certificates and specimens, by one query; None if there is none.

    Args:
        published: Finds the certificates.
        bank: As for `verify_number`, like `now` and `years`.
        now: The current time.
        numbers: The numbers in their canonical form.
        years: How long certificates are valid, for specimens.
    """
    rows = await published.find_all(list(dict.fromkeys(numbers)))
    found = {row.number: _verified(row, bank, now) for row in rows if row is not None}
    return [_specimen(bank, now, number, years) or found.get(number) for number in numbers]


def _verified(row: Any, bank: Bank, now: datetime) -> Verification:
    found = status(
        row.expires_at,
        now,
        revoked_at=row.revoked_at,
        suspended_at=row.suspended_at,
        replaced_by=row.replaced_by,
    )
    return _shown(row, bank, now, found)


def _specimen(bank: Bank, now: datetime, number: str, years: int) -> Verification | None:
    """Return what verification shows of a specimen certificate; None for all other numbers.

    Args:
        bank: The question bank. A technology that it does not have has no specimen.
        now: The current time. The specimen is dated on the first day of its year.
        number: The canonical form of a number.
        years: How long certificates are valid.
    """
    technology = _SPECIMENS.get(number)
    if technology not in bank.technologies:
        return None
    issued_at = datetime(now.year, 1, 1, tzinfo=UTC)
    row = dict.fromkeys(_BY_NUMBERS.selected_columns.keys()) | {
        "number": number,
        "technology": technology,
        "title": technology_names(bank, technology).title,
        "holder_name": _("Sam Sample"),
        "name_public": True,
        "score": SCORE,
        "standard_error": STANDARD_ERROR,
        "terms": {
            "cut_score": bank.technologies[technology].blueprint.cut_score,
            "passing_rule": PASSING_RULE,
        },
        "score_public": True,
        "issued_at": issued_at,
        "expires_at": expiry(issued_at, years),
    }
    return _shown(SimpleNamespace(**row), bank, now, "sample")


def _meaning(row: Any) -> ScoreMeaning | None:
    terms = row.terms or {}
    cut_score = terms.get("cut_score")
    if row.standard_error is None or cut_score is None:
        return None
    # The same interval as in the holder's result.
    low, high = interval_of(ScaleScore(row.score, row.standard_error), terms.get("passing_rule") or 0)
    return ScoreMeaning(
        standard_error=row.standard_error,
        low=low,
        high=high,
        band=bands_between(cut_score, row.score, row.score)[0],
        possible_bands=bands_between(cut_score, low, high),
    )


def _shown(row: Any, bank: Bank, now: datetime, found: VerifiedStatus) -> Verification:
    """Return what the public may know about a row with the columns of `_BY_NUMBERS`."""
    # A replaced certificate shows no name: its holder may not want to be known by the old one.
    shows_name = row.name_public and row.replaced_by is None
    # A revoked certificate does not also show its suspension.
    suspended = row.revoked_at is None
    return Verification(
        number=row.number,
        status=found,
        technology=row.technology,
        name=technology_names(bank, row.technology).name,
        title=row.title,
        holder_name=row.holder_name if shows_name else None,
        name_withheld=row.holder_name is not None and not shows_name,
        score=row.score if row.score_public else None,
        score_meaning=_meaning(row) if row.score_public else None,
        cut_score=(row.terms or {}).get("cut_score"),
        criteria=criteria_path(row.technology, row.criteria_version) if row.criteria_version else None,
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
