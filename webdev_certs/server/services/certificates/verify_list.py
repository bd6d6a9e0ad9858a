"""Verify a list of certificate numbers, and write the result as a table for spreadsheets."""

import csv
from collections.abc import Iterator, Mapping
from datetime import datetime
from io import StringIO
from itertools import islice
from typing import Literal

from webdev_certs.schemas.certificates import MAX_NUMBERS, Verification, VerifiedNumber, VerifiedNumbers
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.domain.certificates import unknown_certificate
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.services.certificates.standings import ScoreStandings, with_standing
from webdev_certs.server.services.certificates.verify_number import PublishedCertificates, verify_numbers
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.shared.number_links import ListedNumber, numbers_in_list
from webdev_certs.shared.translation import _

_Problem = Literal["mistyped", "too_short", "unknown", "no_number"]
_PROBLEMS: Mapping[str, _Problem] = {
    "certificate_mistyped": "mistyped",
    "certificate_too_short": "too_short",
}
_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell begins with that a spreadsheet reads as a formula (OWASP, "CSV Injection")."""
_COLUMNS = (
    *("line", "number", "status", "holder_name", "technology", "title", "score", "score_low", "score_high"),
    *("issued", "expires", "replaced_by", "problem"),
)


async def verify_list(
    published: PublishedCertificates,
    standings: ScoreStandings,
    bank: Bank,
    now: datetime,
    limits: Limits,
    text: str,
    *,
    years: int,
) -> VerifiedNumbers:
    """Verify the numbers in a text by one query. Numbers that nobody has count as when verified one by one.

    Args:
        published: Finds the certificates.
        standings: Compares their scores.
        bank: The question bank, for names.
        now: The current time.
        limits: The caller's.
        text: Lines of text, or a CSV file.
        years: How long certificates are valid, for specimens.

    Raises:
        InvalidInput: `no_numbers` or `too_many_numbers`.
        TooManyRequests: `too_many_requests`: too many numbers were unknown.
    """
    listed = list(islice(numbers_in_list(text), MAX_NUMBERS + 1))
    if len(listed) > MAX_NUMBERS:
        raise InvalidInput(
            "too_many_numbers",
            _("This list has more than {n} numbers. Split it up.", n=MAX_NUMBERS),
            field="text",
        )
    if not any(entry.is_number for entry in listed):
        raise InvalidInput(
            "no_numbers",
            _("We can’t find a certificate number in this list. Numbers start with WDC."),
            field="text",
        )
    parsed = [_parse(entry) for entry in listed]
    canonical = [number for number in parsed if isinstance(number, str)]
    verified = await verify_numbers(published, bank, now, canonical, years=years)
    found = dict(zip(canonical, verified, strict=True))
    if unknown := sum(certificate is None for certificate in found.values()):
        await limits.count("certificate", times=unknown)
    rows: list[VerifiedNumber] = []
    for entry, number in zip(listed, parsed, strict=True):
        if isinstance(number, VerifiedNumber):
            rows.append(number)
        elif certificate := found[number]:
            rows.append(_row(entry, await with_standing(standings, certificate, now)))
        else:
            rows.append(_unknown(entry))
    return VerifiedNumbers(numbers=rows, checked_at=now)


def as_csv(verified: VerifiedNumbers) -> bytes:
    """Return the result as CSV, in which no cell can run as a formula."""
    file = StringIO()
    table = csv.writer(file)
    table.writerow(_COLUMNS)
    for row in verified.numbers:
        table.writerow([_harmless(cell) for cell in _cells(row)])
    # With a byte order mark, without which Excel misreads names with accents.
    return file.getvalue().encode("utf-8-sig")


def _parse(entry: ListedNumber) -> str | VerifiedNumber:
    """Return the canonical form of a number, or what is wrong with it."""
    if not entry.is_number:
        detail = _("We can’t find a certificate number in this line. Numbers start with WDC.")
        return _wrong(entry, "no_number", detail)
    try:
        return parse_number(entry.typed)
    except InvalidInput as error:
        return _wrong(entry, _PROBLEMS[error.code], error.message)


def _unknown(entry: ListedNumber) -> VerifiedNumber:
    return _wrong(entry, "unknown", unknown_certificate().message)


def _wrong(entry: ListedNumber, problem: _Problem, detail: str) -> VerifiedNumber:
    return VerifiedNumber(
        line=entry.line, typed=entry.typed, certificate=None, problem=problem, detail=detail
    )


def _row(entry: ListedNumber, certificate: Verification) -> VerifiedNumber:
    return VerifiedNumber(
        line=entry.line, typed=entry.typed, certificate=certificate, problem=None, detail=None
    )


def _cells(row: VerifiedNumber) -> Iterator[object]:
    yield row.line
    found = row.certificate
    if found is None:
        yield from (row.typed, row.problem, *[""] * 9, row.detail)
        return
    yield from (found.number, found.status, found.holder_name, found.technology, found.title, found.score)
    meaning = found.score_meaning
    yield from (meaning.low, meaning.high) if meaning else ("", "")
    yield from (found.issued_at.date(), found.expires_at.date(), found.replaced_by, "")


def _harmless(cell: object) -> str:
    text = "" if cell is None else str(cell)
    return f"'{text}" if text.lstrip().startswith(_RUNS) or text.startswith(_RUNS) else text
