"""What a link to a certificate shows elsewhere."""

from webdev_certs.schemas.certificates import Verification, VerifiedStatus
from webdev_certs.shared.formatting import long_date
from webdev_certs.ui.states.certificates.holder import shown_holder

_WORDS: dict[VerifiedStatus, str] = {
    "valid": "Valid certificate",
    "expired": "Expired certificate",
    "suspended": "Suspended certificate",
    "replaced": "Replaced certificate",
    "revoked": "Revoked certificate",
    "sample": "Sample certificate",
}


def preview_title(found: Verification) -> str:
    """Return the title, such as `Ada Lovelace: Certified React Developer`."""
    if found.status not in ("valid", "expired"):
        return f"{_WORDS[found.status]}: {found.title}"
    return f"{shown_holder(found)}: {found.title}"


def preview_description(found: Verification) -> str:
    """Return one or two sentences with the status, the number and the dates."""
    if found.status == "sample":
        return f"What a certificate by {found.issuer} looks like. This is a sample: nobody has earned it."
    text = f"{_WORDS[found.status]} {found.number} by {found.issuer}, issued {long_date(found.issued_at)}"
    if found.status in ("valid", "expired"):
        return f"{text}, valid until {long_date(found.expires_at)}. Anyone can verify it here."
    return f"{text}. Anyone can verify it here."
