"""The dashboard: five views of one screen, made from the learner's records."""

from asyncio import gather
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.ui.client import Api
from webdev_certs.ui.states.certificates.own import OwnCertificatesState, certificate_card, usable_first
from webdev_certs.ui.states.dashboard.rows import (
    AttemptRow,
    PracticeRow,
    TechnologyCard,
    attempt_row,
    practice_row,
    technology_card,
)
from webdev_certs.ui.states.session.locale import ZonedScreenState, zone_of
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.screens import exclusive
from webdev_certs.ui.states.session.session import api_of, session_of

LISTS = ("attempts", "practice_sessions", "certificates")
VIEWS = ("overview", "certifications", "practice", "progress", "my-certificates")


class DashboardState(ZonedScreenState, rx.State):
    """What the five views show; loaded whenever one of them is opened."""

    # The views share their records, so switching views must not clear the screen.
    keeps_content: ClassVar = True

    view: rx.Field[str] = rx.field("overview")
    cards: rx.Field[list[TechnologyCard]] = rx.field(default_factory=list)
    attempts: rx.Field[list[AttemptRow]] = rx.field(default_factory=list)
    practice_sessions: rx.Field[list[PracticeRow]] = rx.field(default_factory=list)
    following: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(LISTS, ""))
    """For each of the lists the cursor of its next page; empty if there is none."""
    passed_count: rx.Field[int] = rx.field(0)
    busy: rx.Field[bool] = rx.field(False)

    async def _load(self, api: Api) -> None:
        """Load the records; the view is the last segment of the path."""
        last = last_segment(self.router.url.path)
        self.view = last if last in VIEWS else VIEWS[0]
        (user, profile), technologies, progress, attempts, practice_sessions, certificates = await gather(
            gather(api.verify(), api.profile()),
            api.technologies(),
            api.progress(),
            api.attempts(),
            api.practice_sessions(),
            api.certificates(),
        )
        # Another browser may have changed the name or confirmed the email.
        session = await session_of(self)
        # Only if they differ, because another tab may have signed out or in while this one was loading.
        if session.stored_user() != user:
            session.store_user(user)
        tried = {one.technology: one for one in progress.technologies}
        zone = await zone_of(self)
        self.cards = [technology_card(one, profile, tried.get(one.technology), zone) for one in technologies]
        self.attempts = [attempt_row(attempt, zone) for attempt in attempts.rows]
        self.practice_sessions = [practice_row(entry, zone) for entry in practice_sessions.rows]
        own = await self.get_state(OwnCertificatesState)
        own.cards, own.error = usable_first([certificate_card(row) for row in certificates.rows]), ""
        pages = (attempts, practice_sessions, certificates)
        self.following = {which: page.following for which, page in zip(LISTS, pages, strict=True)}
        self.passed_count = progress.exams_passed
        self.phase, self.error = "ready", ""

    @exclusive
    async def show_more(self, which: str) -> Any:
        """Append the next page of a list: `attempts`, `practice_sessions` or `certificates`."""
        api, after = await api_of(self), self.following.get(which)
        if not after:
            return None
        if which == "attempts":
            page = await api.attempts(after)
            self.attempts += [attempt_row(row, await zone_of(self)) for row in page.rows]
        elif which == "practice_sessions":
            page = await api.practice_sessions(after)
            self.practice_sessions += [practice_row(row, await zone_of(self)) for row in page.rows]
        else:
            page = await api.certificates(after)
            own = await self.get_state(OwnCertificatesState)
            own.cards = usable_first([*own.cards, *map(certificate_card, page.rows)])
        self.following = {**self.following, which: page.following}
        # The focused button has disappeared with the last page.
        return None if page.following else rx.set_focus(heading_id(which))


def heading_id(which: str) -> str:
    """Return the id of a list's heading."""
    return f"{which}-title"
