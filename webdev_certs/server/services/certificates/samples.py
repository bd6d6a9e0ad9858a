"""The sample certificate of each technology, which shows what a certificate looks like.

It is not stored and not signed, and belongs to nobody. Its number is never drawn for a certificate, and its
status `sample` counts for nothing (docs/certificates.md).
"""

from datetime import UTC, datetime

from webdev_certs.schemas.certificates import Verification
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.domain.certificate_numbers import CODES, sample_number
from webdev_certs.server.domain.certificates import ISSUER, expiry
from webdev_certs.server.services.items.catalog import technology_names

_HOLDER = "Sam Sample"
_SCORE = 588
_BY_NUMBER = {sample_number(technology): technology for technology in CODES}


def find_sample(bank: Bank, now: datetime, number: str, years: int) -> Verification | None:
    """Return what verification shows of a sample certificate; None for all other numbers.

    Args:
        bank: The question bank. A technology that it does not have has no sample.
        now: The present time. The sample is dated on the first day of its year.
        number: The canonical form of a number.
        years: How long certificates are valid.
    """
    technology = _BY_NUMBER.get(number)
    if technology not in bank.technologies:
        return None
    names = technology_names(bank, technology)
    issued_at = datetime(now.year, 1, 1, tzinfo=UTC)
    return Verification(
        number=number,
        status="sample",
        technology=technology,
        name=names.name,
        title=names.title,
        holder_name=_HOLDER,
        name_withheld=False,
        score=_SCORE,
        issued_at=issued_at,
        expires_at=expiry(issued_at, years),
        revoked_at=None,
        revocation_reason=None,
        suspended_at=None,
        suspension_reason=None,
        replaced_at=None,
        replaced_by=None,
        issuer=ISSUER,
        checked_at=now,
    )
