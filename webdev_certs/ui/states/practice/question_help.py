"""The help with the answered questions that a page shows, loaded when it is opened."""

from dataclasses import dataclass, field, replace
from typing import Any

import reflex as rx

from webdev_certs.schemas.question_help import MOST_EXAMPLES, Example, QuestionHelp, SimilarQuestion
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.rendering.text import inline
from webdev_certs.ui.states.items.annotations import AnnotationState
from webdev_certs.ui.states.items.view import FeedbackView, feedback_view
from webdev_certs.ui.states.practice.links import question_path
from webdev_certs.ui.states.session.screens import sign_in_again
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.failures import SESSION_ENDED, describe, log_failure


@dataclass
class SimilarView:
    """A link to a similar question."""

    stem: str
    """Safe HTML."""
    code: str
    topic: str
    href: str


@dataclass
class PassageView:
    """A link to a place in the documentation."""

    title: str
    location: str
    href: str


@dataclass
class HelpView:
    """The help with one question."""

    misconceptions: list[str] = field(default_factory=list)
    """Safe HTML."""
    number: int = 0
    """Which example is shown; 0 without one."""
    example: FeedbackView = field(default_factory=FeedbackView)
    """The example with its solution."""
    has_more: bool = False
    """Whether there may be another example."""
    similar: list[SimilarView] = field(default_factory=list)
    passages: list[PassageView] = field(default_factory=list)
    is_empty: bool = False
    error: str = ""
    """Why it could not be loaded."""


class QuestionHelpState(rx.State):
    """The help with the questions on the page that was opened."""

    ended_words = SESSION_ENDED

    shown: rx.Field[dict[str, HelpView]] = rx.field(default_factory=dict)
    """Place of a question → its help."""

    @rx.event
    async def open(self, place: str):
        """Load the help with a question, unless it is there already."""
        view = self.shown.get(place)
        if view is None or view.error:
            return await self._load(place, 1)
        return None

    @rx.event
    async def show_another(self, place: str):
        """Show the next example. The focus stays on the button below it."""
        view = self.shown.get(place)
        if view is None or not view.has_more:
            return None
        return await self._load(place, view.number + 1)

    async def _load(self, place: str, number: int) -> Any:
        on_page = (await self.get_state(AnnotationState)).shown
        # The help of earlier pages goes, and questions that are not on the page get none.
        self.shown = {known: view for known, view in self.shown.items() if known in on_page}
        if place not in on_page:
            return None
        practice_session_id, position = place.split(":")
        before = self.shown.get(place, HelpView())
        try:
            found = await (await api_of(self)).question_help(practice_session_id, int(position), number)
        except ApiError as error:
            log_failure("help with a question", error)
            self.shown = {**self.shown, place: replace(before, error=describe(error))}
            return await sign_in_again(self)
        if number > 1 and found.example is None:
            view = replace(before, has_more=False, error="")
        else:
            view = _view(found, number)
        self.shown = {**self.shown, place: view}
        return None


def _view(found: QuestionHelp, number: int) -> HelpView:
    return HelpView(
        misconceptions=[inline(text) for text in found.misconceptions],
        number=number if found.example else 0,
        example=_example(found.example) if found.example else FeedbackView(),
        has_more=found.example is not None and number < MOST_EXAMPLES,
        similar=[_similar(question) for question in found.similar],
        passages=[PassageView(passage.title, passage.location, passage.url) for passage in found.passages],
        is_empty=not (found.misconceptions or found.example or found.similar or found.passages),
    )


def _example(example: Example) -> FeedbackView:
    return feedback_view(example.item, example.solution.key, example.solution, 0)


def _similar(question: SimilarQuestion) -> SimilarView:
    return SimilarView(
        inline(question.stem),
        question.code,
        question.topic,
        question_path(question.technology, question.question),
    )
