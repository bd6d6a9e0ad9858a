"""The search over all practice questions."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import urlencode

import reflex as rx

from webdev_certs.schemas.question_search import FoundQuestion
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared.translation import _, ngettext
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.practice.history import SOURCES, Piece, pieces
from webdev_certs.ui.states.practice.links import question_path
from webdev_certs.ui.states.session.navigation import PRACTICE_SEARCH
from webdev_certs.ui.states.session.screens import RunningAttemptState, ScreenState, exclusive
from webdev_certs.ui.states.session.session import api_of


@dataclass
class FoundRow:
    """A practice question that fits the search."""

    stem: list[Piece] = field(default_factory=list)
    source: str = ""
    """Where the excerpt is from, as text; empty without an excerpt."""
    excerpt: list[Piece] = field(default_factory=list)
    technology: str = ""
    topic: str = ""
    answered: bool = False
    href: str = ""


class QuestionSearchState(RunningAttemptState, ScreenState, rx.State):
    """What `/practice-search` shows; its query has the search."""

    # `phase` is loading, ready, waiting (for an attempt to end) or error.
    error_phases: ClassVar = {"test_running": "waiting"}
    # A search must not clear the form that it was typed into.
    keeps_content: ClassVar = True

    q: rx.Field[str] = rx.field("")
    technology: rx.Field[str] = rx.field("")
    choices: rx.Field[list[TechnologySummary]] = rx.field(default_factory=list)
    rows: rx.Field[list[FoundRow]] = rx.field(default_factory=list)
    shown: rx.Field[str] = rx.field("")
    """How many questions are shown, as text; empty before a search."""
    following: rx.Field[str] = rx.field("")
    """The cursor of the next page; empty if there is none."""
    busy: rx.Field[bool] = rx.field(False)

    @rx.event
    def search(self, form: dict[str, Any]) -> Any:
        """Open the page with what the form asks for."""
        query = {name: str(form.get(name) or "").strip() for name in ("q", "technology")}
        query = {name: value for name, value in query.items() if value}
        return rx.redirect(f"{PRACTICE_SEARCH}?{urlencode(query)}" if query else PRACTICE_SEARCH)

    async def _load(self, api: Api) -> None:
        if not self.choices:
            self.choices = await api.technologies()
        query = self.router.url.query_parameters
        self.q = query.get("q", "").strip()[:200]
        known = {choice.technology for choice in self.choices}
        self.technology = found if (found := query.get("technology", "")) in known else ""
        self.rows, self.following, self.shown = [], "", ""
        if self.q:
            try:
                page = await api.search_questions(self._wanted())
            except ApiError as error:
                self._note_running_attempt(error)
                raise
            self._append(page.rows, page.following)
        self.phase, self.error = "ready", ""

    @exclusive
    async def show_more(self) -> Any:
        """Append the next page, and put the focus on its first question."""
        api, shown = await api_of(self), len(self.rows)
        if not self.following:
            return None
        page = await api.search_questions(self._wanted(), self.following)
        self._append(page.rows, page.following)
        return rx.set_focus(f"found-{shown}")

    def _append(self, found: Sequence[FoundQuestion], following: str) -> None:
        self.rows = [*self.rows, *map(_row, found)]
        self.following = following
        self.shown = ngettext("{n} question shown", "{n} questions shown", len(self.rows))

    def _wanted(self) -> dict[str, str]:
        return {"q": self.q} | ({"technology": self.technology} if self.technology else {})


def _row(found: FoundQuestion) -> FoundRow:
    return FoundRow(
        stem=pieces(found.stem),
        source=_(SOURCES[found.excerpt_of]) if found.excerpt_of else "",
        excerpt=pieces(found.excerpt),
        technology=found.name,
        topic=found.topic,
        answered=found.answered,
        href=question_path(found.technology, found.question),
    )
