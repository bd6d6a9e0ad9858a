"""A learner's progress on the dashboard: next step, due reviews, ability, mastery, readiness and activity."""

from typing import ClassVar

import reflex as rx

from webdev_certs.schemas.progress import Learning
from webdev_certs.shared.translation import ngettext
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.dashboard.learning_view import (
    TechnologyView,
    calendar,
    technology_view,
    time_practiced,
)
from webdev_certs.ui.states.dashboard.next_step import StepView, step_view
from webdev_certs.ui.states.practice.kinds import mistakes_path, review_label, review_path
from webdev_certs.ui.states.session.locale import ZonedScreenState, zone_of


class LearningState(ZonedScreenState, rx.State):
    """What the dashboard's views say about the learner; loaded whenever one of them is opened."""

    keeps_content: ClassVar = True

    step: rx.Field[StepView] = rx.field(default_factory=StepView)
    due: rx.Field[int] = rx.field(0)
    due_text: rx.Field[str] = rx.field("")
    review_href: rx.Field[str] = rx.field("")
    review_label: rx.Field[str] = rx.field("")
    mistakes: rx.Field[int] = rx.field(0)
    """Items whose latest answer is wrong, in all technologies."""
    mistakes_label: rx.Field[str] = rx.field("")
    mistakes_text: rx.Field[str] = rx.field("")
    mistakes_href: rx.Field[str] = rx.field("")
    """The path of the mistakes in the technology with most of them."""
    streak: rx.Field[str] = rx.field("")
    longest_streak: rx.Field[str] = rx.field("")
    practiced: rx.Field[str] = rx.field("")
    """How long the learner has practiced; empty for never."""
    calendar: rx.Field[str] = rx.field("")
    technologies: rx.Field[list[TechnologyView]] = rx.field(default_factory=list)
    review_labels: rx.Field[dict[str, str]] = rx.field(default_factory=dict)
    """Technology → what the link to its review says; only technologies with due reviews."""

    async def _load(self, api: Api) -> None:
        zone = await zone_of(self)
        learning = await api.learning(zone)
        self.step = step_view(learning.next_step, zone)
        self.due = learning.due
        self.due_text = ngettext("{n} question", "{n} questions", learning.due)
        self.review_href = review_path()
        self.review_label = review_label(learning.due)
        self._show_mistakes(learning)
        self.streak = ngettext("{n} day", "{n} days", learning.streak)
        self.longest_streak = ngettext("{n} day", "{n} days", learning.longest_streak)
        self.practiced = time_practiced(learning.minutes, learning.days)
        self.calendar = calendar(learning.days, learning.today)
        self.technologies = [technology_view(row, zone) for row in learning.technologies]
        self.review_labels = {
            row.technology: review_label(row.due) for row in learning.technologies if row.due
        }
        self.phase, self.error = "ready", ""

    def _show_mistakes(self, learning: Learning) -> None:
        self.mistakes = sum(row.mistakes for row in learning.technologies)
        self.mistakes_label = ngettext("Review your mistake", "Review your {n} mistakes", self.mistakes)
        self.mistakes_text = ngettext(
            "You have {n} mistake to review.", "You have {n} mistakes to review.", self.mistakes
        )
        most = max(learning.technologies, key=lambda row: row.mistakes, default=None)
        self.mistakes_href = mistakes_path(most.technology) if most else ""
