"""Verification of files, which the browser sends to the API itself."""

from datetime import datetime

import reflex as rx
from pydantic import ValidationError

from webdev_certs.schemas.base import Problem
from webdev_certs.schemas.certificates import (
    MAX_FILE_MEGABYTES,
    FileVerification,
    ForeignBadge,
    Verification,
)
from webdev_certs.shared.formatting import long_date, megabytes
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.states.certificates.checks import CheckRow, CheckTimeState, file_checks, shown_holder
from webdev_certs.ui.states.session.screens import LoadedScreenState

_UNREACHABLE = N_("We can’t reach the server. Check your connection and try again.")
_UNEXPECTED = N_("The server gave an unexpected answer. Try again.")
_TOO_LARGE = N_("The file is larger than {size}. A certificate is much smaller.")
_REFUSALS = {"body_too_large": _TOO_LARGE, "body_too_slow": N_("The upload took too long. Try again.")}


class FileState(CheckTimeState, rx.State):
    """The file that was chosen last, and what was found out about it."""

    # phase is empty, busy, refused, altered (the signature does not match), valid, expired, suspended,
    # replaced, revoked, signed (a badge from another issuer with a valid signature) or unverified (one that
    # is not proven, for example because its signature was not checked).
    phase: rx.Field[str] = rx.field("")
    name: rx.Field[str] = rx.field("")
    """The name of the file."""
    error: rx.Field[str] = rx.field("")
    checks: rx.Field[list[CheckRow]] = rx.field(default_factory=list)
    title: rx.Field[str] = rx.field("")
    holder: rx.Field[str] = rx.field("")
    number: rx.Field[str] = rx.field("")
    """Empty for a badge from another issuer."""
    replaced_by: rx.Field[str] = rx.field("")
    issuer: rx.Field[str] = rx.field("")
    issuer_id: rx.Field[str] = rx.field("")
    dates: rx.Field[str] = rx.field("")
    """Empty for a badge whose dates cannot be read."""

    @rx.event
    async def clear(self) -> None:
        """Forget the file of an earlier visit. Comes before the event that notes that the page is loaded."""
        if not (await self.get_state(LoadedScreenState)).was_never_left():
            self.reset()

    @rx.event
    def start(self, name: str) -> None:
        """Show that a file is being verified."""
        self.reset()
        self.phase, self.name = "busy", name[:120]

    @rx.event
    async def finish(self, status: int, answer: str):
        """Show what the API has answered.

        Args:
            status: The HTTP status; 0 without an answer, 413 if the file is too large, even if not sent.
            answer: The body.
        """
        try:
            if status == 200:
                await self._show(FileVerification.model_validate_json(answer))
            else:
                self.phase, self.error = _refusal(status, answer)
        except ValidationError:
            self.phase, self.error = "refused", _(_UNEXPECTED)
        return rx.set_focus("file-result")

    async def _show(self, found: FileVerification) -> None:
        self.checks = file_checks(found.checks)
        await self._set_checked(found.checked_at)
        if found.certificate:
            self._show_own(found.certificate)
        elif found.badge:
            self._show_foreign(found, found.badge)

    def _show_own(self, found: Verification) -> None:
        self.phase, self.number = found.status, found.number
        self.title, self.issuer = found.title, found.issuer
        self.holder = shown_holder(found)
        self.replaced_by = found.replaced_by or ""
        self.dates = _period(found.issued_at, found.expires_at)

    def _show_foreign(self, found: FileVerification, badge: ForeignBadge) -> None:
        signed = {check.name: check.result for check in found.checks}
        fits = signed["signature"] == signed["issuer"] == "passed" and signed["expiry"] != "failed"
        self.phase = "signed" if fits else "unverified"
        self.title, self.issuer, self.issuer_id = badge.title, badge.issuer_name, badge.issuer_id
        # An end that cannot be read is not "no end date".
        if all(check.reason != "not_readable" for check in found.checks):
            self.dates = _period(badge.valid_from, badge.valid_until)


def _period(start: datetime | None, end: datetime | None) -> str:
    if end is None:
        return _("{start}, no end date", start=long_date(start))
    return _("{start} to {end}", start=long_date(start), end=long_date(end))


def _refusal(status: int, answer: str) -> tuple[str, str]:
    """Return the phase after a refusal, and its reason in words."""
    if status == 0:
        return "refused", _(_UNREACHABLE)
    if status == 413:
        return "refused", _(_TOO_LARGE, size=megabytes(MAX_FILE_MEGABYTES))
    problem = Problem.model_validate_json(answer)
    words = _REFUSALS.get(problem.code)
    reason = _(words, size=megabytes(MAX_FILE_MEGABYTES)) if words else problem.detail
    return ("altered" if problem.code == "credential_altered" else "refused"), reason
