"""What was checked about a certificate and when, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import reflex as rx

from webdev_certs.schemas.certificates import (
    Check,
    CheckReason,
    RevocationReason,
    SuspensionReason,
    Verification,
)
from webdev_certs.shared.formatting import date_time, long_date
from webdev_certs.shared.translation import N_, _, pgettext
from webdev_certs.shared.vocabulary import FORMER_USER, NAME_WITHHELD
from webdev_certs.ui.states.session.locale import ZonedState, zone_of

REVOKED: Mapping[RevocationReason, str] = {
    "holder_left": N_("The holder deleted their account and asked for this."),
    "holder_asked": N_("The holder asked for this."),
    "issued_in_error": N_("It was issued in error."),
    "regraded": N_("After a question was corrected, the test no longer counted as passed."),
    "rules_broken": N_("The rules of the test were broken."),
}
SUSPENDED: Mapping[SuspensionReason, str] = {
    "under_review": N_("The test is being reviewed."),
    "holder_asked": N_("The holder asked for this."),
}
_NAMES = {
    "signature": N_("Signature"),
    "issuer": N_("Issuer"),
    "expiry": N_("Expiration date"),
    "status": N_("Status"),
}
_REASONS: Mapping[CheckReason, str] = {
    "our_key": N_("WebDev Certs signed this file, and nothing in it was changed."),
    "issuers_key": N_("Signed with the key in the file, and not changed since."),
    "key_not_fetched": N_("The key is on the issuer’s server, which we don’t contact."),
    "proof_not_known": N_("We can’t check this kind of signature."),
    "no_proof": N_("There’s no signature, so anyone could have written it."),
    "photo": N_("A photo has no signature. Compare it with what’s shown here."),
    "us": N_("WebDev Certs issued it."),
    "signer": N_("The key belongs to the issuer named in the file. We didn’t check who runs that issuer."),
    "not_signer": N_("The key doesn’t belong to the issuer named in the file."),
    "claimed": N_("The file only says who issued it."),
    "valid": N_("It hasn’t expired."),
    "expired": N_("It has expired."),
    "not_yet_valid": N_("It isn’t valid yet."),
    "no_expiry": N_("It has no expiration date."),
    "not_readable": N_("We can’t read its dates."),
    "current": N_("It hasn’t been revoked, suspended or replaced."),
    "suspended": N_("It’s suspended."),
    "replaced": N_("Another certificate replaces it."),
    "revoked": N_("It’s revoked."),
    "sample": N_("It’s a sample. It proves nothing."),
    "list_not_fetched": N_("Only the issuer’s server knows whether it’s revoked, and we don’t contact it."),
    "no_status": N_("The issuer doesn’t say whether it’s revoked."),
}
_OF_NUMBERS = N_("Only the certificate’s file is signed. Choose it below to verify the signature.")

_MILD: tuple[CheckReason, ...] = ("expired", "suspended", "replaced", "sample")
"""The reasons that are results of their own, with the tone of the verdict instead of a failure."""


@dataclass
class CheckRow:
    """One check: what, with which result, and what that means."""

    name: str
    result: str
    """passed, failed, not_checked, or one of `_MILD`."""
    outcome: str
    """The result in words."""
    text: str


class CheckTimeState(ZonedState, mixin=True):
    """A state that says when it checked something."""

    checked: rx.Field[str] = rx.field("")
    """When it was checked, in words; empty before."""
    checked_at: rx.Field[str] = rx.field("")
    """The same for programs, as ISO 8601."""

    async def follow_zone(self) -> Any:
        """Write the time in the new zone. Loading again would check again."""
        if self.checked_at:
            self.checked = date_time(datetime.fromisoformat(self.checked_at), await zone_of(self))

    async def _set_checked(self, moment: datetime) -> None:
        self.checked_at = moment.isoformat(timespec="seconds")
        self.checked = date_time(moment, await zone_of(self))


def file_checks(checks: Sequence[Check]) -> list[CheckRow]:
    """Return the rows for a file."""
    return [
        _row(check.name, _result(check.result, check.reason), _(_REASONS[check.reason])) for check in checks
    ]


def number_checks(found: Verification) -> list[CheckRow]:
    """Return the rows for a number that was found."""
    if found.status == "sample":
        reason = _REASONS["sample"]
        return [_row("status", "sample", _(reason))]
    in_time = found.checked_at < found.expires_at
    refused = found.status not in ("valid", "expired")
    status: CheckReason = found.status if refused else "current"
    end = long_date(found.expires_at)
    if not in_time:
        expiry = _("It expired on {date}.", date=end)
    elif refused:
        expiry = _("Its expiration date is {date}.", date=end)
    else:
        expiry = _("It’s valid until {date}.", date=end)
    return [
        _row("issuer", "passed", _("{issuer} issued this number.", issuer=found.issuer)),
        _row("status", _result("failed" if refused else "passed", status), _(_REASONS[status])),
        _row("expiry", "passed" if in_time else "expired", expiry),
        _row("signature", "not_checked", _(_OF_NUMBERS)),
    ]


def shown_holder(found: Verification) -> str:
    """Return the holder's name, or what is shown instead of it."""
    return found.holder_name or _(NAME_WITHHELD if found.name_withheld else FORMER_USER)


def _result(result: str, reason: CheckReason) -> str:
    return reason if reason in _MILD else result


def _row(name: str, result: str, text: str) -> CheckRow:
    outcomes = {
        "passed": pgettext("a check of a certificate", "OK"),
        "failed": pgettext("a check of a certificate", "Failed"),
        "not_checked": pgettext("a check of a certificate", "Not checked"),
        "expired": pgettext("a check of a certificate", "In the past"),
        "suspended": pgettext("a check of a certificate", "Suspended"),
        "replaced": pgettext("a check of a certificate", "Replaced"),
        "sample": pgettext("a check of a certificate", "Sample"),
    }
    return CheckRow(_(_NAMES[name]), result, outcomes[result], text)
