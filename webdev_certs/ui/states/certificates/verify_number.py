"""Public verification of a certificate."""

import re
from typing import ClassVar
from urllib.parse import quote, unquote

import reflex as rx

from webdev_certs.schemas.certificates import Verification
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import _
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.certificates.checks import (
    REVOKED,
    SUSPENDED,
    CheckRow,
    CheckTimeState,
    number_checks,
)
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.screens import ScreenState

_PAGES = re.compile("/verify/", re.IGNORECASE)
_NUMBER_AND_MORE = re.compile("WDC[^/?#]*[/?#]", re.IGNORECASE)
"""A number with what follows it in a link."""


class VerificationState(CheckTimeState, ScreenState, rx.State):
    """What `/verify/<number>` shows."""

    # `phase` is loading, sample, valid, expired, suspended, replaced, revoked, unknown, mistyped, short
    # or error.
    needs_login: ClassVar = False
    error_phases: ClassVar = {
        "certificate_unknown": "unknown",
        "certificate_too_short": "short",
        "certificate_mistyped": "mistyped",
        # A number with a slash in it leads to a path that the API does not have.
        "not_found": "mistyped",
    }

    number: rx.Field[str] = rx.field("")
    holder: rx.Field[str] = rx.field("")
    withheld: rx.Field[bool] = rx.field(False)
    """Whether there is a name that is not shown."""
    title: rx.Field[str] = rx.field("")
    score: rx.Field[int | None] = rx.field(None)
    issued: rx.Field[str] = rx.field("")
    expires: rx.Field[str] = rx.field("")
    issuer: rx.Field[str] = rx.field("")
    since: rx.Field[str] = rx.field("")
    """The date of the revocation, suspension or replacement; empty if there is none."""
    reason: rx.Field[str] = rx.field("")
    """The reason for that in words."""
    replaced_by: rx.Field[str] = rx.field("")
    checks: rx.Field[list[CheckRow]] = rx.field(default_factory=list)
    technology: rx.Field[str] = rx.field("")
    """The name of the technology; empty if it is no longer offered, like the following facts."""
    cut_score: rx.Field[int] = rx.field(0)
    length: rx.Field[str] = rx.field("")
    minutes: rx.Field[int] = rx.field(0)
    topics: rx.Field[list[str]] = rx.field(default_factory=list)

    async def _load(self, api: Api) -> None:
        self.number = number_in(unquote(last_segment(self.router.url.path)))
        found = await api.verify_certificate(self.number)
        self._explain(await _offered(api, found.technology))
        self._show(found)
        await self._set_checked(found.checked_at)

    @rx.event
    def clear(self) -> None:
        """Forget the last number, for the page that asks for one."""
        self.reset()

    @rx.event
    def look_up(self, form: dict[str, str]):
        """Go to the page of the number in the form."""
        return self.open_number(form.get("number", ""))

    @rx.event
    def open_number(self, number: str):
        """Go to the page of a number, or of the number in a link: scanners type what a code says."""
        if number := number_in(number):
            return rx.redirect(f"/verify/{quote(number, safe='')}")
        return None

    def _show(self, found: Verification) -> None:
        self.phase, self.number = found.status, found.number
        self.holder, self.withheld = found.holder_name or "", found.name_withheld
        self.title, self.score = found.title, found.score
        self.issued, self.expires = long_date(found.issued_at), long_date(found.expires_at)
        self.issuer = found.issuer
        self.replaced_by = found.replaced_by or ""
        self.since = long_date(found.revoked_at or found.replaced_at or found.suspended_at)
        self.reason = (
            _(REVOKED[found.revocation_reason])
            if found.revocation_reason
            else _(SUSPENDED[found.suspension_reason])
            if found.suspension_reason
            else ""
        )
        self.checks = number_checks(found)

    def _explain(self, offered: TechnologySummary | None) -> None:
        """Show what the test for the certificate consists of."""
        if offered is None:
            return
        self.technology, self.cut_score, self.minutes = offered.name, offered.cut_score, offered.minutes
        self.length = _("{least} to {most}", least=offered.min_items, most=offered.max_items)
        self.topics = [topic.title for topic in offered.topics]


def number_in(text: str) -> str:
    """Return the number in a text: a number, a link to its page, or the end of such a link.

    Anything else is returned as it is, so that it can be corrected.
    """
    *before, last = _PAGES.split(text.strip())
    return re.split("[/?#]", last)[0] if before or _NUMBER_AND_MORE.match(last) else last


async def _offered(api: Api, technology: str) -> TechnologySummary | None:
    """Return the technology, or None if it is no longer offered or cannot be read now."""
    try:
        return next((entry for entry in await api.technologies() if entry.technology == technology), None)
    except ApiError:
        # The certificate can be shown without these details.
        return None
