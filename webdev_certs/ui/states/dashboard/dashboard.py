"""The dashboard: five views of one screen, made from the learner's records."""

import asyncio
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.dashboard.rows import (
    AttemptRow,
    CertificateCard,
    PracticeRow,
    TechnologyCard,
    attempt_row,
    certificate_card,
    practice_row,
    technology_card,
)
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.session import api_of, session_of
from webdev_certs.ui.states.session.zone import zone_of
from webdev_certs.ui.states.shared.handlers import ScreenState, exclusive
from webdev_certs.ui.states.shared.messages import describe

LISTS = ("attempts", "rounds", "certificates")
VIEWS = ("overview", "certifications", "practice", "progress", "my-certificates")


class DashboardState(ScreenState, rx.State):
    """What the five views show; loaded whenever one of them is opened."""

    # The views share their records, so switching views must not clear the screen.
    keeps_content: ClassVar = True
    follows_zone: ClassVar = True

    view: rx.Field[str] = rx.field("overview")
    cards: rx.Field[list[TechnologyCard]] = rx.field(default_factory=list)
    attempts: rx.Field[list[AttemptRow]] = rx.field(default_factory=list)
    rounds: rx.Field[list[PracticeRow]] = rx.field(default_factory=list)
    certificates: rx.Field[list[CertificateCard]] = rx.field(default_factory=list)
    following: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(LISTS, ""))
    """For each of the lists the cursor of its next page; empty if there is none."""
    passed_count: rx.Field[int] = rx.field(0)
    busy: rx.Field[bool] = rx.field(False)
    failed_changes: rx.Field[int] = rx.field(0)
    """Counts the changes that could not be saved, so that the screen shows the checkboxes as they were."""

    async def _load(self, api: Api) -> None:
        """Load the records; the view is the last segment of the path."""
        last = last_segment(self.router.url.path)
        self.view = last if last in VIEWS else VIEWS[0]
        technologies, progress, tests, rounds, certificates = await asyncio.gather(
            api.technologies(),
            api.progress(),
            api.attempts(),
            api.practice_sessions(),
            api.certificates(),
        )
        own = {one.technology: one for one in progress.technologies}
        zone = await zone_of(self)
        self.cards = [technology_card(one, own.get(one.technology), zone) for one in technologies]
        self.attempts = [attempt_row(test, zone) for test in tests.rows]
        self.rounds = [practice_row(entry, zone) for entry in rounds.rows]
        self.certificates = [certificate_card(certificate) for certificate in certificates.rows]
        pages = (tests, rounds, certificates)
        self.following = {which: page.following for which, page in zip(LISTS, pages, strict=True)}
        self.passed_count = progress.tests_passed
        self.phase, self.error = "ready", ""

    @exclusive
    async def show_more(self, which: str) -> Any:
        """Append the next page of a list: `attempts`, `rounds` or `certificates`."""
        api, after = await api_of(self), self.following.get(which)
        if not after:
            return None
        if which == "attempts":
            page = await api.attempts(after)
            self.attempts += [attempt_row(row, await zone_of(self)) for row in page.rows]
        elif which == "rounds":
            page = await api.practice_sessions(after)
            self.rounds += [practice_row(row, await zone_of(self)) for row in page.rows]
        else:
            page = await api.certificates(after)
            self.certificates = [*self.certificates, *map(certificate_card, page.rows)]
        self.following = {**self.following, which: page.following}
        # The focused button has disappeared with the last page.
        return None if page.following else rx.set_focus(heading_id(which))

    @exclusive
    async def download(self, number: str) -> Any:
        """Download the certificate as a PDF."""
        pdf = await (await api_of(self)).certificate_pdf(number)
        return rx.download(data=pdf, filename=f"{number}.pdf", mime_type="application/pdf")

    @rx.event
    async def share_score(self, number: str, score_public: bool):
        """Show or hide the score on the public page."""
        session = await session_of(self)
        try:
            changed = await session.api().share_certificate(number, score_public=score_public)
        except ApiError as error:
            self.error, self.failed_changes = describe(error), self.failed_changes + 1
            return
        self.error = ""
        self.certificates = [
            certificate_card(changed) if card.number == number else card for card in self.certificates
        ]


def heading_id(which: str) -> str:
    """Return the id of a list's heading."""
    return f"{which}-title"
