"""What was checked about a certificate, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webdev_certs.schemas.certificates import (
    Check,
    CheckReason,
    RevocationReason,
    SuspensionReason,
    Verification,
)
from webdev_certs.shared.formatting import long_date

REVOKED: Mapping[RevocationReason, str] = {
    "holder_left": "The holder deleted their account and asked for this.",
    "holder_asked": "The holder asked for this.",
    "issued_in_error": "It was issued in error.",
    "regraded": "After a question was corrected, the test no longer counted as passed.",
    "rules_broken": "The rules of the test were broken.",
}
SUSPENDED: Mapping[SuspensionReason, str] = {
    "under_review": "The test is being reviewed.",
    "holder_asked": "The holder asked for this.",
}
_NAMES = {"signature": "Signature", "issuer": "Issuer", "expiry": "Expiry", "status": "Status"}
_RESULTS = {"passed": "Passed", "failed": "Failed", "not_checked": "Not checked"}
_REASONS: Mapping[CheckReason, str] = {
    "our_key": "The file is signed with the key of WebDev Certs, and nothing in it was changed.",
    "issuers_key": "Signed with the key in the file; not changed since.",
    "key_not_fetched": "The key is on the issuer’s server, which is not contacted.",
    "proof_not_known": "This kind of signature cannot be checked here, or there is none.",
    "us": "WebDev Certs issued it.",
    "signer": "The key belongs to the issuer named in the file. Who runs that issuer was not checked.",
    "not_signer": "The key does not belong to the issuer named in the file.",
    "claimed": "The file only says who issued it.",
    "valid": "It has not expired.",
    "expired": "It has expired.",
    "not_yet_valid": "It is not valid yet.",
    "no_expiry": "It has no date of expiry.",
    "not_readable": "Its dates cannot be read.",
    "current": "It is neither revoked, suspended nor replaced.",
    "suspended": "It is suspended.",
    "replaced": "It is replaced by another certificate.",
    "revoked": "It is revoked.",
    "sample": "It is a sample. It proves nothing.",
    "list_not_fetched": "Whether it is revoked is on the issuer’s server, which is not contacted.",
    "no_status": "The issuer does not say whether it is revoked.",
}
_OF_NUMBERS = "A number has no signature. Verify the file to check one."


@dataclass
class CheckRow:
    """One check: what, with which result, and what that means."""

    name: str
    result: str
    """passed, failed or not_checked."""
    outcome: str
    """The result in words."""
    text: str


def file_checks(checks: Sequence[Check]) -> list[CheckRow]:
    """Return the rows for a file."""
    return [_row(check.name, check.result, _REASONS[check.reason]) for check in checks]


def number_checks(found: Verification) -> list[CheckRow]:
    """Return the rows for a number that was found."""
    if found.status == "sample":
        return [_row("status", "failed", _REASONS["sample"])]
    in_time = found.checked_at < found.expires_at
    refused = found.status not in ("valid", "expired")
    end = long_date(found.expires_at)
    until = f"Its date of expiry is {end}." if refused else f"It is valid until {end}."
    return [
        _row("issuer", "passed", f"{found.issuer} issued this number."),
        _row(
            "status",
            "failed" if refused else "passed",
            _REASONS[found.status] if refused else _REASONS["current"],
        ),
        _row(
            "expiry",
            "passed" if in_time else "failed",
            until if in_time else f"It expired on {end}.",
        ),
        _row("signature", "not_checked", _OF_NUMBERS),
    ]


def _row(name: str, result: str, text: str) -> CheckRow:
    return CheckRow(_NAMES[name], result, _RESULTS[result], text)
