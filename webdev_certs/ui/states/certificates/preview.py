"""What a link to a certificate shows elsewhere."""

from webdev_certs.schemas.certificates import PublicProfile, Verification, VerifiedStatus
from webdev_certs.shared.exam_rules import MAX_ITEMS, MIN_ITEMS, SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.states.certificates.checks import shown_holder

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


def preview_description(found: Verification, pass_mark: int | None) -> str:
    """Return some sentences: the status, the number and the dates, and what the certificate means.

    Args:
        found: What the public sees of it.
        pass_mark: The score that the test needs today, for certificates without one of their own;
            None if the technology is no longer offered.
    """
    pass_mark = found.cut_score or pass_mark
    if found.status not in ("valid", "expired", "sample") or pass_mark is None:
        return _facts(found)
    meaning = _(
        "{least}–{most} adaptive questions, {pass_mark} points to pass (scale {low}–{high}), taken online, "
        "not supervised.",
        least=MIN_ITEMS,
        most=MAX_ITEMS,
        pass_mark=pass_mark,
        low=SCALE_LOW,
        high=SCALE_HIGH,
    )
    if found.holder_name and found.status != "sample":
        meaning += " " + _("Name as stated by the holder.")
    return f"{_facts(found)} {meaning}"


def profile_preview(found: PublicProfile) -> tuple[str, str]:
    """Return the title and the description of a public profile."""
    titles = ", ".join(certificate.title for certificate in found.certificates)
    return found.holder_name, _("{titles}. Anyone can verify these certificates here.", titles=titles)


def _facts(found: Verification) -> str:
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
