"""Public verification of a certificate."""

from typing import ClassVar
from urllib.parse import quote, unquote

import reflex as rx

from webdev_certs.schemas.certificates import Verification
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.number_links import number_in
from webdev_certs.shared.score_bands import BAND_MEANINGS, band_words
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
from webdev_certs.ui.states.session.screens import LoadedScreenState, ScreenState


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
    score: rx.Field[str] = rx.field("")
    """The score with its margin; empty if the holder does not share it."""
    band: rx.Field[str] = rx.field("")
    """The name of the score's band; empty if it is not known, like the following facts."""
    band_meaning: rx.Field[str] = rx.field("")
    margin: rx.Field[str] = rx.field("")
    """What the margin of error says, and which other bands it reaches."""
    standing: rx.Field[str] = rx.field("")
    """How the score compares; empty with too few learners."""
    criteria: rx.Field[str] = rx.field("")
    """The path of the page with the terms; empty if they are not known."""
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
    async def clear(self) -> None:
        """Forget the last number, for the page that asks for one."""
        (await self.get_state(LoadedScreenState)).note()
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
        self.title, self.criteria = found.title, found.criteria or ""
        self.cut_score = found.cut_score or self.cut_score
        self._show_score(found)
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

    def _show_score(self, found: Verification) -> None:
        meaning = found.score_meaning
        if found.score is None:
            return
        if meaning is None:
            self.score = str(found.score)
            return
        self.score = _("{score} (likely {low}–{high})", score=found.score, low=meaning.low, high=meaning.high)
        self.band, self.band_meaning = band_words(meaning.band), _(BAND_MEANINGS[meaning.band])
        self.margin = _(
            "We’re 95% confident that the true score is between {low} and {high}.",
            low=meaning.low,
            high=meaning.high,
        )
        others = [band_words(band) for band in meaning.possible_bands if band != meaning.band]
        if others:
            reached = _(" or ").join(_("“{name}”", name=other) for other in others)
            self.margin += " " + _("So it could also be in the band {bands}.", bands=reached)
        if meaning.higher_than_percent is not None and meaning.learners is not None:
            self.standing = _(
                "Higher than {percent}% of the {n} people who took this test here.",
                percent=meaning.higher_than_percent,
                n=meaning.learners,
            )

    def _explain(self, offered: TechnologySummary | None) -> None:
        """Show what the test for the certificate consists of."""
        if offered is None:
            return
        self.technology, self.cut_score, self.minutes = offered.name, offered.cut_score, offered.minutes
        self.length = _("{least} to {most}", least=offered.min_items, most=offered.max_items)
        self.topics = [topic.title for topic in offered.topics]


async def _offered(api: Api, technology: str) -> TechnologySummary | None:
    """Return the technology, or None if it is no longer offered or cannot be read now."""
    try:
        return next((entry for entry in await api.technologies() if entry.technology == technology), None)
    except ApiError:
        # The certificate can be shown without these details.
        return None
