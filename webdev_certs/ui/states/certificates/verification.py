"""Public verification of a certificate."""

from typing import ClassVar
from urllib.parse import quote, unquote

import reflex as rx

from webdev_certs.schemas.certificates import RevocationReason, Verification
from webdev_certs.shared.formatting import long_date
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.shared.handlers import ScreenState

_REASONS: dict[RevocationReason, str] = {
    "holder_left": "The holder deleted their account and asked for this.",
    "holder_asked": "The holder asked for this.",
    "issued_in_error": "It was issued in error.",
    "rules_broken": "The rules of the test were broken.",
}


class VerificationState(ScreenState, rx.State):
    """What `/verify/<number>` shows."""

    # `phase` is loading, valid, expired, revoked, unknown, mistyped or error.
    needs_login: ClassVar = False
    error_phases: ClassVar = {
        "certificate_unknown": "unknown",
        "certificate_mistyped": "mistyped",
        # A number with a slash in it leads to a path that the API does not have.
        "not_found": "mistyped",
    }

    number: rx.Field[str] = rx.field("")
    holder: rx.Field[str] = rx.field("")
    title: rx.Field[str] = rx.field("")
    score: rx.Field[int | None] = rx.field(None)
    issued: rx.Field[str] = rx.field("")
    expires: rx.Field[str] = rx.field("")
    issuer: rx.Field[str] = rx.field("")
    revoked: rx.Field[str] = rx.field("")
    """The date of the revocation; empty if there is none."""
    reason: rx.Field[str] = rx.field("")
    """The reason for the revocation in words."""

    async def _load(self, api: Api) -> None:
        self.number = unquote(last_segment(self.router.url.path))
        self._show(await api.verify_certificate(self.number))

    @rx.event
    def clear(self) -> None:
        """Forget the last number, for the page that asks for one."""
        self.reset()

    @rx.event
    def look_up(self, form: dict[str, str]):
        """Go to the page of the number in the form."""
        number = form.get("number", "").strip()
        if number:
            return rx.redirect(f"/verify/{quote(number, safe='')}")
        return None

    def _show(self, found: Verification) -> None:
        self.phase, self.number = found.status, found.number
        self.holder, self.title, self.score = found.holder_name or "", found.title, found.score
        self.issued, self.expires = long_date(found.issued_at), long_date(found.expires_at)
        self.issuer = found.issuer
        self.revoked = long_date(found.revoked_at)
        self.reason = _REASONS[found.revocation_reason] if found.revocation_reason else ""
