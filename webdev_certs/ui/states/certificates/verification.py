"""Public verification of a certificate."""

from urllib.parse import quote, unquote

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.schemas.certificates import RevocationReason, Verification
from webdev_certs.ui.states.formatting import long_date
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.session import session_of

_PHASES = {
    "certificate_unknown": "unknown",
    "certificate_mistyped": "mistyped",
    # With a slash in it, it is no address of the API at all.
    "not_found": "mistyped",
}

_REASONS: dict[RevocationReason, str] = {
    "holder_left": "Its holder has deleted the account and asked for this.",
}


class VerificationState(rx.State):
    """What `/verify/<number>` says."""

    phase: rx.Field[str] = rx.field("loading")
    """loading, valid, expired, revoked, unknown, mistyped, error."""
    error: rx.Field[str] = rx.field("")
    number: rx.Field[str] = rx.field("")
    holder: rx.Field[str] = rx.field("")
    title: rx.Field[str] = rx.field("")
    score: rx.Field[int | None] = rx.field(None)
    issued: rx.Field[str] = rx.field("")
    expires: rx.Field[str] = rx.field("")
    issuer: rx.Field[str] = rx.field("")
    revoked: rx.Field[str] = rx.field("")
    """Since when it no longer counts."""
    reason: rx.Field[str] = rx.field("")
    """Why, in words."""

    @rx.event
    async def load(self):
        """Looks up the number that the address names."""
        self.reset()
        self.number = unquote(last_segment(self.router.url.path))
        yield
        session = await session_of(self)
        try:
            self._show(await session.api().verify_certificate(self.number))
        except ApiError as error:
            self.phase, self.error = _PHASES.get(error.code, "error"), describe(error)

    @rx.event
    def look_up(self, form: dict[str, str]):
        """Goes to the page of the number that was typed."""
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
