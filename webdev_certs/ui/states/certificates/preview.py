"""What a link to a certificate shows elsewhere."""

from webdev_certs.schemas.certificates import Verification, VerifiedStatus
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.states.certificates.holder import shown_holder

_WORDS: dict[VerifiedStatus, str] = {
    "valid": N_("Valid certificate"),
    "expired": N_("Expired certificate"),
    "suspended": N_("Suspended certificate"),
    "replaced": N_("Replaced certificate"),
    "revoked": N_("Revoked certificate"),
    "sample": N_("Sample certificate"),
}


def preview_title(found: Verification) -> str:
    """Return the title, such as `Ada Lovelace: Certified React Developer`."""
    if found.status not in ("valid", "expired"):
        return f"{_(_WORDS[found.status])}: {found.title}"
    return f"{shown_holder(found)}: {found.title}"


def preview_description(found: Verification) -> str:
    """Return one or two sentences with the status, the number and the dates."""
    if found.status == "sample":
        return _(
            "What a certificate by {issuer} looks like. This is a sample: nobody has earned it.",
            issuer=found.issuer,
        )
    values = {
        "certificate": _(_WORDS[found.status]),
        "number": found.number,
        "issuer": found.issuer,
        "issued": long_date(found.issued_at),
    }
    if found.status in ("valid", "expired"):
        return _(
            "{certificate} {number} by {issuer}, issued {issued}, valid until {expires}. "
            "Anyone can verify it here.",
            expires=long_date(found.expires_at),
            **values,
        )
    return _("{certificate} {number} by {issuer}, issued {issued}. Anyone can verify it here.", **values)
