"""The end of a practice session: topics, missed questions, and what to do next."""

from dataclasses import dataclass, field

from webdev_certs.schemas.practice import PracticeReport, PracticeTopic
from webdev_certs.shared.translation import _, ngettext
from webdev_certs.ui.rendering.text import inline
from webdev_certs.ui.states.practice.kinds import practice_path


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
    weak = sum(topic.correct < topic.items for topic in report.topics)
    return ReportView(
        topics=[topic_count(topic) for topic in report.topics],
        missed=[MissedRow(item.position, item.topic, inline(item.stem)) for item in report.missed],
        retry_label=retry_label(missed),
        retry_href=practice_path(report.technology, retry=str(report.practice_session_id)),
        preview=_(
            "For this round, that is {questions} to review and a study plan with {topics}.",
            questions=questions,
            topics=ngettext("{n} topic", "{n} topics", weak),
        )
        if weak
        else _("For this round, that is {questions} to review.", questions=questions),
    )
