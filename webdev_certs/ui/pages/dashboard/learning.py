"""The parts of the dashboard that show a learner's progress: next step, due reviews, ability and activity."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import card, empty_state, icon, link, link_button, progress
from webdev_certs.ui.components.charts import (
    chart,
    interval_axis,
    interval_row,
    numbers_row,
    numbers_table,
    unscored_row,
)
from webdev_certs.ui.components.english import english
from webdev_certs.ui.pages.dashboard import placeholders
from webdev_certs.ui.pages.layout import load_failed
from webdev_certs.ui.states.dashboard.dashboard import DashboardState
from webdev_certs.ui.states.dashboard.learning import LearningState

_HEADING = "text-heading font-semibold"
_HEADERS = [_("Topic"), _("Answers"), _("Score"), _("95% interval")]


def learned(content: rx.Component, loading: rx.Component, failed: rx.Component | None = None) -> rx.Component:
    """Render content of `LearningState` once it is there.

    Args:
        content: What to show.
        loading: A placeholder of about the same size.
        failed: What to show if it could not be loaded; by default the reason and a button that tries again.

    Returns:
        The content, its placeholder, or the reason why it could not be loaded.
    """
    return rx.match(  # pyright: ignore[reportReturnType]
        LearningState.phase,
        ("loading", loading),
        ("ready", content),
        failed
        or load_failed(_("Your progress could not be loaded"), LearningState.error, LearningState.load),
    )


def next_step() -> rx.Component:
    """Render the one next step."""
    step = LearningState.step
    return learned(
        card(
            rx.el.p(_("Your next step"), class_name="text-sm font-medium text-accent-ink"),
            rx.el.h2(step.title, class_name="mt-1 text-title font-semibold text-balance"),
            rx.el.p(step.text, class_name="mt-2 max-w-xl text-muted"),
            rx.cond(
                step.kind == "try_practice",
                rx.el.ul(rx.foreach(DashboardState.cards, _try_link), class_name="mt-5 flex flex-wrap gap-3"),
                rx.el.div(
                    link_button(step.label, step.href, size="lg", class_name="max-w-full whitespace-normal"),
                    class_name="mt-5",
                ),
            ),
            class_name="border-accent-ink",
        ),
        placeholders.step_block(),
    )


def _try_link(entry: Any) -> rx.Component:
    return rx.el.li(
        link_button(
            entry.name,
            f"/practice-test/{entry.technology}?questions=3",
            variant="secondary",
            aria_label=_("Try 3 questions about {name}", name=entry.name),
        )
    )


def due_reviews(failed: rx.Component | None = None) -> rx.Component:
    """Render how many reviews are due today, with a link that starts them.

    Args:
        failed: As for `learned`.
    """
    return learned(
        card(
            rx.el.div(
                icon("calendar", class_name="mt-1 shrink-0 text-accent-ink"),
                rx.el.div(
                    rx.el.h2(_("Due today"), class_name=_HEADING),
                    rx.el.p(
                        rx.cond(
                            LearningState.due > 0,
                            _(
                                "{questions} you missed before. A short review helps you remember them.",
                                questions=LearningState.due_text,
                            ),
                            _("Nothing is due. Questions you miss come back here a day or more later."),
                        ),
                        class_name="mt-1 text-muted",
                    ),
                    class_name="min-w-0 flex-1",
                ),
                class_name="flex gap-3",
            ),
            rx.cond(
                LearningState.due > 0,
                rx.el.div(
                    link_button(_("Review {n} due", n=LearningState.due), LearningState.review_href),
                    class_name="mt-4 sm:pl-8",
                ),
            ),
        ),
        placeholders.due_block(),
        failed,
    )


def progress_overview() -> rx.Component:
    """Render streak, time, due reviews, the calendar, and where the learner stands in each technology."""
    return learned(
        rx.cond(
            LearningState.technologies.length() > 0,
            rx.fragment(_activity(), rx.foreach(LearningState.technologies, _technology)),
            empty_state(
                "progress",
                _("No progress yet"),
                _("Your ability, your topics and your calendar appear after the first practice round."),
                link_button(_("Start practice"), "/dashboard/practice"),
            ),
        ),
        placeholders.progress(),
    )


def _activity() -> rx.Component:
    return card(
        rx.el.h2(_("Activity"), class_name=_HEADING),
        rx.el.dl(
            _figure(_("Streak"), LearningState.streak),
            _figure(_("Longest streak"), LearningState.longest_streak),
            _figure(_("Time practiced"), LearningState.practiced),
            _figure(_("Due today"), LearningState.due),
            class_name="mt-4 mb-6 grid grid-cols-2 gap-4 lg:grid-cols-4",
        ),
        chart(LearningState.calendar),
        rx.cond(
            LearningState.due > 0,
            rx.el.div(
                link_button(_("Review {n} due", n=LearningState.due), LearningState.review_href),
                class_name="mt-3",
            ),
        ),
    )


def _figure(name: str, value: Any) -> rx.Component:
    return rx.el.div(
        rx.el.dt(name, class_name="text-sm text-muted"),
        rx.el.dd(value, class_name="mt-0.5 text-heading font-semibold tabular-nums"),
    )


def _technology(row: Any) -> rx.Component:
    return card(
        rx.el.h2(row.name, class_name=_HEADING),
        rx.cond(row.chart != "", chart(row.chart, class_name="mt-4")),
        rx.cond(row.answers > 0, _practice_parts(row)),
        class_name="mt-6",
    )


def _practice_parts(row: Any) -> rx.Component:
    return rx.fragment(
        rx.el.h3(_("Chance of passing"), class_name="mt-8 font-semibold"),
        rx.cond(
            row.ready != "",
            rx.el.div(
                rx.el.p(row.ready, class_name="w-16 shrink-0 text-heading font-semibold tabular-nums"),
                progress(row.ready_percent, label=_("Chance of passing the {name} test", name=row.name)),
                class_name="mt-1 flex max-w-xl items-center gap-4",
            ),
        ),
        rx.el.p(row.ready_note, class_name="mt-1 text-sm text-muted"),
        rx.el.h3(_("Mastery by topic"), class_name="mt-8 font-semibold"),
        rx.el.ul(
            rx.foreach(row.topics, lambda topic: _mastery(topic, row)),
            class_name="mt-2 flex flex-col divide-y divide-line",
        ),
        rx.cond(row.has_scores, _axis_and_numbers(row)),
        rx.el.h3(_("By difficulty"), class_name="mt-6 font-semibold"),
        rx.el.ul(
            rx.foreach(row.difficulties, lambda one: _difficulty(one, row)),
            class_name="mt-3 grid gap-4 sm:grid-cols-3",
        ),
    )


def _mastery(topic: Any, row: Any) -> rx.Component:
    name = link(english(topic.title), topic.href, aria_label=_("Practice {name}", name=topic.title))
    return rx.cond(
        topic.enough,
        interval_row(name, topic.note, topic.score, topic.low, topic.high, row.cut_score, label=topic.title),
        unscored_row(name, topic.note, _("Too few answers for a score")),
    )


def _axis_and_numbers(row: Any) -> rx.Component:
    return rx.fragment(
        interval_axis(row.cut_score),
        numbers_table(
            _("Mastery by topic in {name}", name=row.name),
            _HEADERS,
            rx.foreach(
                row.topics,
                lambda topic: numbers_row(
                    english(topic.title),
                    topic.note,
                    rx.cond(topic.enough, topic.score.to(str), "–"),
                    rx.cond(topic.enough, f"{topic.low}–{topic.high}", "–"),
                ),
            ),
        ),
    )


def _difficulty(one: Any, row: Any) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            link(
                one.name,
                one.href,
                aria_label=_("Practice {name}: {difficulty}", name=row.name, difficulty=one.name),
            ),
            rx.el.span(
                _("{n} of {total}", n=one.correct, total=one.answers),
                class_name="text-sm text-muted tabular-nums",
            ),
            class_name="mb-1.5 flex min-h-8 items-center justify-between gap-3",
        ),
        rx.cond(
            one.enough,
            progress(one.correct, one.answers, label=_("{name}: correct answers", name=one.name)),
            rx.el.p(_("Too few answers"), class_name="text-sm text-muted"),
        ),
    )
