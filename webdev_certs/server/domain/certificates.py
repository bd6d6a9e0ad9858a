"""How long a certificate is valid."""

from datetime import datetime
from typing import Literal

ISSUER = "WebDev Certs"


def expiry(issued_at: datetime, years: int) -> datetime:
    """Return the same time `years` later; February 29 becomes March 1 in other years."""
    try:
        return issued_at.replace(year=issued_at.year + years)
    except ValueError:
        return issued_at.replace(year=issued_at.year + years, month=3, day=1)


def status(
    expires_at: datetime, revoked_at: datetime | None, now: datetime
) -> Literal["valid", "expired", "revoked"]:
    """Return the status: `expired` from `expires_at` on; `revoked` takes precedence."""
    if revoked_at is not None:
        return "revoked"
    return "valid" if now < expires_at else "expired"
