"""All mistakes of a technology, which need paid access."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.practice import Annotation, Mistake, TechnologyMistakes
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared.translation import _
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.items.annotations import AnnotationState, place_of
from webdev_certs.ui.states.items.view import FeedbackView, feedback_view
from webdev_certs.ui.states.practice.links import mistakes_path, mistakes_practice_path, practice_path
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.screens import RunningAttemptState, ScreenState, exclusive
from webdev_certs.ui.states.session.session import api_of


@dataclass
class MistakesChoice:
    """A technology or topic whose mistakes can be shown."""

    title: str
    mistakes: int
    href: str
    current: bool
    english: bool = True
    """Whether the title is an English name, not a text of the page."""


class MistakesState(RunningAttemptState, ScreenState, rx.State):
    """The mistakes that `/practice-mistakes/<technology>` shows, with `?topic=` those of one topic."""

    # `phase` is loading, ready, waiting (for an attempt to end), unknown or error.
    error_phases: ClassVar = {404: "unknown", 422: "unknown", "test_running": "waiting"}

    technologies: rx.Field[list[MistakesChoice]] = rx.field(default_factory=list)
    """The technologies with mistakes, and the technology that is shown."""
    topics: rx.Field[list[MistakesChoice]] = rx.field(default_factory=list)
    """All mistakes of the technology, and those of each topic that has some; empty if that is one topic."""
    is_of_topic: rx.Field[bool] = rx.field(False)
    """Whether only the mistakes of one topic are shown."""
    again_href: rx.Field[str] = rx.field("")
    practice_href: rx.Field[str] = rx.field("")
    none_left: rx.Field[str] = rx.field("")
    """Says that there are no mistakes of the technology or topic."""
    items: rx.Field[list[FeedbackView]] = rx.field(default_factory=list)
    following: rx.Field[str] = rx.field("")
    """The cursor of the next page; empty if there is none."""
    known: rx.Field[list[TechnologySummary]] = rx.field(default_factory=list)
    busy: rx.Field[bool] = rx.field(False)

    async def _load(self, api: Api) -> None:
        if not (await self.get_state(PaymentState)).has_paid:
            return
        technology, topic = self._wanted()
        try:
            page, counts, all_technologies = await asyncio.gather(
                api.mistakes(technology, topic), api.mistake_counts(), api.technologies()
            )
        except ApiError as error:
            self._note_running_attempt(error)
            if error.status in (404, 422):
                self.known = await api.technologies()
            raise
        name = next(entry.name for entry in all_technologies if entry.technology == technology)
        self._offer(technology, topic, name, counts)
        self.items, self.following = _numbered(page.rows, 0), page.following
        (await self.get_state(AnnotationState)).show(_annotations(page.rows))
        self.phase, self.error = "ready", ""

    @exclusive
    async def show_more(self) -> Any:
        """Append the next page, and put the focus on its first question."""
        api, shown = await api_of(self), len(self.items)
        if not self.following:
            return None
        page = await api.mistakes(*self._wanted(), self.following)
        self.items = [*self.items, *_numbered(page.rows, shown)]
        (await self.get_state(AnnotationState)).show(_annotations(page.rows), more=True)
        self.following = page.following
        return rx.set_focus(f"question-{shown + 1}")

    def _wanted(self) -> tuple[str, str]:
        """Return the ids of the technology, and of the topic or an empty text."""
        url = self.router.url
        return last_segment(url.path), url.query_parameters.get("topic", "")

    def _offer(self, technology: str, topic: str, name: str, counts: Sequence[TechnologyMistakes]) -> None:
        """Show which mistakes there are, and where they are practiced."""
        own = next((entry for entry in counts if entry.technology == technology), None)
        self.technologies = [
            MistakesChoice(
                entry.name, entry.mistakes, mistakes_path(entry.technology), entry.technology == technology
            )
            for entry in counts
        ]
        if own is None:
            self.technologies.append(MistakesChoice(name, 0, mistakes_path(technology), True))
        topics = own.topics if own else []
        self.is_of_topic, self.topics = bool(topic), []
        if len(topics) > 1 or topic:
            total = own.mistakes if own else 0
            self.topics = [
                MistakesChoice(_("All topics"), total, mistakes_path(technology), not topic, english=False),
                *(
                    MistakesChoice(
                        entry.title,
                        entry.mistakes,
                        mistakes_path(technology, entry.topic),
                        entry.topic == topic,
                    )
                    for entry in topics
                ),
            ]
        self.again_href = mistakes_practice_path(technology, topic or None)
        self.practice_href = practice_path(technology, topic or None)
        self.none_left = (
            _("No mistakes left in this topic") if topic else _("No mistakes left in {name}", name=name)
        )


def _numbered(mistakes: Sequence[Mistake], shown: int) -> list[FeedbackView]:
    """Describe mistakes, numbered by their place on the page, after those that are shown already."""
    return [
        feedback_view(mistake.item, mistake.response, mistake.feedback, number, _place(mistake))
        for number, mistake in enumerate(mistakes, start=shown + 1)
    ]


def _annotations(mistakes: Sequence[Mistake]) -> dict[str, Annotation]:
    return {_place(mistake): mistake.annotation for mistake in mistakes}


def _place(mistake: Mistake) -> str:
    return place_of(mistake.practice_session_id, mistake.position)
