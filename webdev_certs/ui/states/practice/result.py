"""What a finished practice session shows: its end, and the full review, which needs paid access."""

from dataclasses import dataclass, field
from typing import ClassVar

import reflex as rx

from webdev_certs.schemas.practice import (
    ALL_TECHNOLOGIES,
    Annotation,
    EstimateChange,
    PracticeReport,
    PracticeResult,
    PracticeTopic,
    StudyStep,
)
from webdev_certs.shared.formatting import date_time
from webdev_certs.shared.translation import N_, _, ngettext
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.rendering.text import inline
from webdev_certs.ui.states.items.annotations import AnnotationState, place_of
from webdev_certs.ui.states.items.view import FeedbackView, feedback_view
from webdev_certs.ui.states.practice.links import mistakes_practice_path, practice_path, review_path
from webdev_certs.ui.states.session.locale import ZonedScreenState, zone_of
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.screens import RunningAttemptState

_HEADINGS = {
    None: N_("{name} practice review"),
    "beginner": N_("{name} practice review, beginner"),
    "intermediate": N_("{name} practice review, intermediate"),
    "advanced": N_("{name} practice review, advanced"),
}


@dataclass
class TopicCount:
    """How many answers in a topic were correct."""

    title: str
    correct: int
    total: int
    href: str


@dataclass
class MissedRow:
    """A missed question."""

    position: int
    topic: str
    stem: str
    """Safe HTML."""


@dataclass
class ReportView:
    """What the end of a practice session shows."""

    topics: list[TopicCount] = field(default_factory=list)
    missed: list[MissedRow] = field(default_factory=list)
    retry_label: str = ""
    """Empty if nothing was missed."""
    retry_href: str = ""
    preview: str = ""
    """What paid access would show of this practice session."""
    change: str = ""
    """What it did to the estimate, in words; empty if none of its answers counts."""
    score: int = 0
    low: int = 0
    high: int = 0
    cut_score: int = 0


@dataclass
class StudyRow:
    """A topic to work on."""

    title: str
    note: str
    score: int
    low: int
    high: int
    href: str
    """The path on which the topic is practiced."""
    reference: str
    reference_url: str
    drill_href: str
    """The path on which the learner's mistakes in the topic are practiced."""


class PracticeResultState(RunningAttemptState, ZonedScreenState, rx.State):
    """The review that `/practice-results/<id>` shows."""

    # `phase` is loading, ready, missing, unfinished, waiting (for an attempt to end) or error.
    error_phases: ClassVar = {404: "missing", 409: "unfinished", "test_running": "waiting"}

    technology_id: rx.Field[str] = rx.field("")
    again_href: rx.Field[str] = rx.field("")
    heading: rx.Field[str] = rx.field("")
    finished: rx.Field[str] = rx.field("")
    correct: rx.Field[int] = rx.field(0)
    length: rx.Field[int] = rx.field(0)
    topics: rx.Field[list[TopicCount]] = rx.field(default_factory=list)
    plan: rx.Field[list[StudyRow]] = rx.field(default_factory=list)
    """The topics with mistakes, the weakest first."""
    scored: rx.Field[list[StudyRow]] = rx.field(default_factory=list)
    """The rows of `plan` with enough answers to show a score."""
    retry_label: rx.Field[str] = rx.field("")
    """Empty if nothing was missed."""
    retry_href: rx.Field[str] = rx.field("")
    items: rx.Field[list[FeedbackView]] = rx.field(default_factory=list)

    async def _load(self, api: Api) -> None:
        if (await self.get_state(PaymentState)).has_paid:
            try:
                result = await api.practice_result(last_segment(self.router.url.path))
            except ApiError as error:
                self._note_running_attempt(error)
                raise
            self._show(result, await zone_of(self))
            (await self.get_state(AnnotationState)).show(annotations_of(result))

    def _show(self, result: PracticeResult, zone: str) -> None:
        self.technology_id = result.technology
        self.heading = _(_HEADINGS[result.difficulty], name=result.name)
        self.again_href = (
            review_path() if result.technology == ALL_TECHNOLOGIES else practice_path(result.technology)
        )
        self.finished = date_time(result.finished_at, zone)
        self.correct, self.length = result.correct, result.length
        self.topics = [topic_count(topic) for topic in result.topics]
        self.plan = [_study_row(step) for step in result.study_plan]
        self.scored = [_study_row(step) for step in result.study_plan if step.enough]
        missed = result.length - result.correct
        self.retry_label = retry_label(missed)
        self.retry_href = practice_path(result.technology, retry=str(result.practice_session_id))
        self.items = feedback_views(result)
        self.phase = "ready"


def feedback_views(result: PracticeResult) -> list[FeedbackView]:
    """Describe the questions of a full review."""
    return [
        feedback_view(
            entry.item,
            entry.response,
            entry.feedback,
            entry.position,
            place_of(result.practice_session_id, entry.position),
        )
        for entry in result.items
    ]


def annotations_of(result: PracticeResult) -> dict[str, Annotation]:
    """Return the annotations of the questions of a full review, by place."""
    return {place_of(result.practice_session_id, entry.position): entry.annotation for entry in result.items}


def _study_row(step: StudyStep) -> StudyRow:
    return StudyRow(
        title=step.title,
        note=ngettext("{n} question missed", "{n} questions missed", step.missed),
        score=step.score,
        low=step.low,
        high=step.high,
        href=practice_path(step.technology, step.topic),
        reference=step.reference.title if step.reference else "",
        reference_url=step.reference.url if step.reference else "",
        drill_href=mistakes_practice_path(step.technology, step.topic),
    )


def topic_count(topic: PracticeTopic) -> TopicCount:
    """Describe the answers in a topic."""
    return TopicCount(topic.title, topic.correct, topic.items, practice_path(topic.technology, topic.topic))


def retry_label(missed: int) -> str:
    """Return the label of the link that asks the missed questions again; empty if there are none."""
    if not missed:
        return ""
    return ngettext("Retry the one you missed", "Retry the {n} you missed", missed)


def report_view(report: PracticeReport) -> ReportView:
    """Describe a finished practice session."""
    missed = len(report.missed)
    questions = ngettext("{n} question", "{n} questions", report.length)
    change = report.estimate
    weak = sum(topic.correct < topic.items for topic in report.topics)
    return ReportView(
        topics=[topic_count(topic) for topic in report.topics],
        missed=[MissedRow(item.position, item.topic, inline(item.stem)) for item in report.missed],
        retry_label=retry_label(missed),
        retry_href=practice_path(report.technology, retry=str(report.practice_session_id)),
        change=_change_in_words(change) if change else "",
        score=change.after.score if change else 0,
        low=change.after.low if change else 0,
        high=change.after.high if change else 0,
        cut_score=change.cut_score if change else 0,
        preview=_(
            "For this round, that’s {questions} to review and a study plan with {topics}.",
            questions=questions,
            topics=ngettext("{n} topic", "{n} topics", weak),
        )
        if weak
        else _("For this round, that’s {questions} to review.", questions=questions),
    )


def _change_in_words(change: EstimateChange) -> str:
    after = change.after
    now = {"score": after.score, "low": after.low, "high": after.high}
    if change.before is None:
        return _("Your first estimate: about {score} (likely {low}–{high}).", **now)
    before = change.before
    moved = after.score - before.score
    then = {"from_low": before.low, "from_high": before.high}
    if not moved:
        return _(
            "You’re still at about {score} (likely {low}–{high}, {from_low}–{from_high} before).",
            **now,
            **then,
        )
    moves = {"points": abs(moved), "before": before.score, **now, **then}
    if moved > 0:
        return _(
            "Up {points}: from about {before} (likely {from_low}–{from_high}) "
            "to {score} (likely {low}–{high}).",
            **moves,
        )
    return _(
        "Down {points}: from about {before} (likely {from_low}–{from_high}) "
        "to {score} (likely {low}–{high}).",
        **moves,
    )
