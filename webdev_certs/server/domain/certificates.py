"""How long a certificate is valid, and what else can end or interrupt that."""

from collections.abc import Mapping
from datetime import datetime

from webdev_certs.server.domain.errors import NotFound
from webdev_certs.shared.translation import N_, _
from webdev_certs.shared.vocabulary import CertificateStatus

ISSUER = "WebDev Certs"
STATUS_WORDS: Mapping[CertificateStatus, str] = {
    "valid": N_("valid"),
    "expired": N_("expired"),
    "suspended": N_("suspended"),
    "replaced": N_("replaced"),
    "revoked": N_("revoked"),
}
"""The word for each status in a sentence; translated where it is used."""


def expiry(issued_at: datetime, years: int) -> datetime:
    """Return the same time `years` later; February 29 becomes March 1 in other years."""
    try:
        return issued_at.replace(year=issued_at.year + years)
    except ValueError:
        return issued_at.replace(year=issued_at.year + years, month=3, day=1)


def status(
    expires_at: datetime,
    now: datetime,
    *,
    revoked_at: datetime | None = None,
    suspended_at: datetime | None = None,
    replaced_by: str | None = None,
) -> CertificateStatus:
    """Return the status of a certificate.

    If several apply, this order decides: revoked, replaced, suspended, expired. A certificate is expired from
    `expires_at` on.

    Args:
        expires_at: When it expires.
        now: The current time.
        revoked_at: When it was revoked, if it is.
        suspended_at: When it was suspended, if it is.
        replaced_by: The number of the certificate that replaces it, if one does.
    """
    if revoked_at is not None:
        return "revoked"
    if replaced_by is not None:
        return "replaced"
    if suspended_at is not None:
        return "suspended"
    return "valid" if now < expires_at else "expired"


def unknown_certificate() -> NotFound:
    """Return the error for a number that no certificate has."""
    return NotFound("certificate_unknown", _("No certificate has this number."))
