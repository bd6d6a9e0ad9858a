"""How long a certificate holds."""

from datetime import datetime
from typing import Literal

ISSUER = "WebDev Certs"


def expiry(issued_at: datetime, years: int) -> datetime:
    """The same moment `years` later; from 29 February to 1 March where that year has none."""
    try:
        return issued_at.replace(year=issued_at.year + years)
    except ValueError:
        return issued_at.replace(year=issued_at.year + years, month=3, day=1)


def status(
    expires_at: datetime, revoked_at: datetime | None, now: datetime
) -> Literal["valid", "expired", "revoked"]:
    """`expired` from the moment of expiry on; `revoked` whether it has expired or not."""
    if revoked_at is not None:
        return "revoked"
    return "valid" if now < expires_at else "expired"
