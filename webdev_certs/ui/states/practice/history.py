"""The history: all answered questions, to filter, to search and to read again, which needs Pro."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import urlencode

import reflex as rx

from webdev_certs.schemas.practice import Fragment, HistoryEntry
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import N_, _, ngettext
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.items.annotations import AnnotationState, place_of
from webdev_certs.ui.states.items.view import FeedbackView, feedback_view
from webdev_certs.ui.states.session.locale import ZonedScreenState, zone_of
from webdev_certs.ui.states.session.navigation import PRACTICE_HISTORY
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.screens import RunningAttemptState, exclusive
from webdev_certs.ui.states.session.session import api_of

RESULTS = {"correct": ("correct", "true"), "incorrect": ("correct", "false")}
KEPT = {"bookmarked": ("bookmarked", "true"), "noted": ("noted", "true")}
"""Value of a filter on the screen → the field and the value of `HistoryQuery`."""
FIELDS = ("q", "about", "result", "kept")
"""The search and the filters, as the form and the URL name them."""
SOURCES = {
    "note": N_("In your note:"),
    "explanation": N_("In the explanation:"),
    "answers": N_("In the answers or the code:"),
}


@dataclass
class Piece:
    """A piece of a text."""

    text: str
    found: bool
    """Whether it fits the search."""


@dataclass
class HistoryRow:
    """An answered question."""

    view: FeedbackView = field(default_factory=FeedbackView)
    question: list[Piece] = field(default_factory=list)
    """The question as plain text."""
    source: str = ""
    """Where the excerpt is from, as text; empty without an excerpt."""
    excerpt: list[Piece] = field(default_factory=list)
    technology: str = ""
    date: str = ""


@dataclass
class TopicChoice:
    """A technology, or one of its topics, as a filter."""

    value: str
    label: str


@dataclass
class TechnologyChoice:
    """A technology with its topics, as filters."""

    name: str
    choices: list[TopicChoice]


class HistoryState(RunningAttemptState, ZonedScreenState, rx.State):
    """What `/practice-history` shows; its query has the search and the filters."""

    # `phase` is loading, ready, locked (without Pro), waiting (for an attempt to end) or error.
    error_phases: ClassVar = {"payment_required": "locked", "test_running": "waiting"}
    # A search must not clear the form that it was typed into.
    keeps_content: ClassVar = True

    q: rx.Field[str] = rx.field("")
    about: rx.Field[str] = rx.field("")
    """The technology, or `technology/topic`; empty for all."""
    result: rx.Field[str] = rx.field("")
    kept: rx.Field[str] = rx.field("")
    is_filtered: rx.Field[bool] = rx.field(False)
    choices: rx.Field[list[TechnologyChoice]] = rx.field(default_factory=list)
    rows: rx.Field[list[HistoryRow]] = rx.field(default_factory=list)
    shown: rx.Field[str] = rx.field("")
    """How many questions are shown, as text."""
    following: rx.Field[str] = rx.field("")
    """The cursor of the next page; empty if there is none."""
    busy: rx.Field[bool] = rx.field(False)

    @rx.event
    def search(self, form: dict[str, Any]) -> Any:
        """Open the page with what the form asks for."""
        query = {name: str(form.get(name) or "").strip() for name in FIELDS}
        query = {name: value for name, value in query.items() if value}
        return rx.redirect(f"{PRACTICE_HISTORY}?{urlencode(query)}" if query else PRACTICE_HISTORY)

    async def _load(self, api: Api) -> None:
        payment = await self.get_state(PaymentState)
        if not payment.has_paid and not await payment.refresh():
            self.phase = "locked"
            return
        wanted = self._wanted()
        try:
            page = await api.history(_as_query(wanted))
        except ApiError as error:
            self._note_running_attempt(error)
            if error.status not in (404, 422):
                raise
            # A link with a technology or topic that does not exist shows everything.
            wanted |= {"about": ""}
            page = await api.history(_as_query(wanted))
        if not self.choices:
            self.choices = [_choice(technology) for technology in await api.technologies()]
        self.q, self.about, self.result, self.kept = (wanted[name] for name in FIELDS)
        self.is_filtered = any(wanted.values())
        self.rows = []
        await self._append(page.rows, page.following)
        self.phase, self.error = "ready", ""

    @exclusive
    async def show_more(self) -> Any:
        """Append the next page, and put the focus on its first question."""
        api, shown = await api_of(self), len(self.rows)
        if not self.following:
            return None
        # Not of the URL, which may name a topic that does not exist.
        shown_query = {name: getattr(self, name) for name in FIELDS}
        page = await api.history(_as_query(shown_query), self.following)
        await self._append(page.rows, page.following)
        return rx.set_focus(f"answered-{shown + 1}")

    async def _append(self, entries: Sequence[HistoryEntry], following: str) -> None:
        zone, shown = await zone_of(self), len(self.rows)
        self.rows = [
            *self.rows,
            *(_row(entry, number, zone) for number, entry in enumerate(entries, start=shown + 1)),
        ]
        (await self.get_state(AnnotationState)).show(
            {place_of(entry.practice_session_id, entry.position): entry.annotation for entry in entries},
            more=shown > 0,
        )
        self.following = following
        self.shown = ngettext("{n} question shown", "{n} questions shown", len(self.rows))

    def _wanted(self) -> dict[str, str]:
        """Return the search and the filters of the URL; a value that does not exist counts as none."""
        query = self.router.url.query_parameters
        wanted = {name: query.get(name, "") for name in FIELDS}
        wanted["q"] = wanted["q"].strip()[:200]
        for name, known in (("result", RESULTS), ("kept", KEPT)):
            if wanted[name] not in known:
                wanted[name] = ""
        return wanted


def _as_query(wanted: Mapping[str, str]) -> dict[str, str]:
    technology, _slash, topic = wanted["about"].partition("/")
    named = {"q": wanted["q"], "technology": technology, "topic": topic}
    return {name: value for name, value in named.items() if value} | dict(
        found for found in (RESULTS.get(wanted["result"]), KEPT.get(wanted["kept"])) if found
    )


def _choice(technology: TechnologySummary) -> TechnologyChoice:
    name = technology.technology
    return TechnologyChoice(
        technology.name,
        [
            TopicChoice(name, _("All of {name}", name=technology.name)),
            *(TopicChoice(f"{name}/{topic.id}", topic.title) for topic in technology.topics),
        ],
    )


def _row(entry: HistoryEntry, number: int, zone: str) -> HistoryRow:
    place = place_of(entry.practice_session_id, entry.position)
    return HistoryRow(
        view=feedback_view(entry.item, entry.response, entry.feedback, number, place),
        question=pieces(entry.question),
        source=_(SOURCES[entry.excerpt_of]) if entry.excerpt_of else "",
        excerpt=pieces(entry.excerpt),
        technology=entry.name,
        date=long_date(entry.answered_at, zone),
    )


def pieces(fragments: Sequence[Fragment]) -> list[Piece]:
    """Describe a text that was searched."""
    return [Piece(fragment.text, fragment.found) for fragment in fragments]
