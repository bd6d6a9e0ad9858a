"""The result of a certification test."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    badge,
    card,
    empty_state,
    link,
    link_button,
    page_header,
)
from webdev_certs.ui.components.charts import interval_axis, interval_row, numbers_row, numbers_table
from webdev_certs.ui.components.english import english
from webdev_certs.ui.pages.exams.earned import earned_certificate
from webdev_certs.ui.pages.layout import load_failed, loading_block, member_page
from webdev_certs.ui.states.exams.result import ExamResultState, TopicRow
from webdev_certs.ui.states.session.session import SessionState


def exam_result() -> rx.Component:
    """Render `/test-results/<id>`."""
    return member_page(
        rx.match(
            ExamResultState.phase,
            ("loading", rx.fragment(page_header(_("Your result")), loading_block(10))),
            ("ready", _result()),
            (
                "missing",
                empty_state(
                    "not_found",
                    _("This result doesn’t exist"),
                    _("The link is wrong, or the result belongs to another account."),
                    link_button(_("Your results"), "/dashboard/progress"),
                    level=1,
                ),
            ),
            (
                "unfinished",
                empty_state(
                    "tests",
                    _("This test has not been submitted"),
                    _("Resume it now. The timer is still running."),
                    link_button(_("Show your tests"), "/dashboard/certifications"),
                    level=1,
                ),
            ),
            load_failed(
                _("The result could not be loaded"), ExamResultState.error, ExamResultState.load, level=1
            ),
        ),
        active="progress",
    )


def _result() -> rx.Component:
    result = ExamResultState
    effort = {"answered": result.answered, "time": result.time_used, "unscored": result.unscored}
    return rx.fragment(
        page_header(
            _("{name} test result", name=result.technology_name),
            rx.cond(
                result.timed_out,
                _(
                    "Time ran out at {date}. {answered} in {time}.{unscored}",
                    date=result.submitted,
                    **effort,
                ),
                _("Submitted {date}. {answered} in {time}.{unscored}", date=result.submitted, **effort),
            ),
        ),
        rx.cond(
            result.timed_out,
            alert(
                _("Time ran out."),
                _("The test was submitted automatically. Every saved answer counts."),
                tone="warning",
                class_name="mb-6",
            ),
        ),
        rx.cond(
            result.too_few != "",
            alert(_("Too few answers to pass."), result.too_few, tone="warning", class_name="mb-6"),
        ),
        rx.cond(result.certificate_number_shown != "", earned_certificate()),
        rx.cond(result.awaits_email, _confirm_email()),
        _scores(),
        rx.cond(result.passed, _improve(), _next_step()),
    )


def _scores() -> rx.Component:
    """Render the score and the scores by topic on one axis."""
    result = ExamResultState
    return card(
        rx.el.div(
            rx.cond(result.passed, badge(_("Passed"), tone="success"), badge(_("Not passed"), tone="danger")),
            rx.el.p(result.score, class_name="mt-2 text-display font-semibold tabular-nums"),
            rx.el.p(_("of 800 · standard error {n}", n=result.standard_error), class_name="text-muted"),
            rx.cond(
                result.verdict != "", rx.el.p(result.verdict, class_name="mt-3 font-medium text-balance")
            ),
            rx.el.p(
                _(
                    "We're 95% confident your true score is between {low} and {high}. "
                    "You pass with {cut_score} points.",
                    low=result.low,
                    high=result.high,
                    cut_score=result.cut_score,
                ),
                class_name="mt-1 text-sm text-muted",
            ),
        ),
        rx.el.h2(_("Your scores by topic"), class_name="mt-8 text-heading font-semibold"),
        rx.el.p(
            _(
                "Each topic has few questions and a wide range, so topic scores are adjusted toward your "
                "overall score. Use them to choose what to learn next."
            ),
            class_name="mt-1 text-muted",
        ),
        rx.el.ul(
            interval_row(
                rx.el.span(_("Whole test"), class_name="font-semibold"),
                result.answered,
                result.score,
                result.low,
                result.high,
                result.cut_score,
                label=_("Whole test"),
                tone=rx.cond(result.passed, "success", "accent"),
            ),
            rx.foreach(result.topics, _topic),
            class_name="mt-2 flex flex-col divide-y divide-line",
        ),
        interval_axis(result.cut_score),
        numbers_table(
            _("Scores by topic"),
            [_("Topic"), _("Answers"), _("Score"), _("95% interval")],
            rx.fragment(
                numbers_row(_("Whole test"), result.answered, result.score, f"{result.low}–{result.high}"),
                rx.foreach(
                    result.topics,
                    lambda row: numbers_row(
                        english(row.title), row.correct, row.score, f"{row.low}–{row.high}"
                    ),
                ),
            ),
        ),
        class_name="mt-6",
    )


def _topic(topic: Any) -> rx.Component:
    row: TopicRow = topic
    return interval_row(
        english(row.title),
        row.correct,
        row.score,
        row.low,
        row.high,
        ExamResultState.cut_score,
        label=row.title,
    )


def _confirm_email() -> rx.Component:
    return card(
        rx.el.h2(_("Confirm your email to get your certificate"), class_name="text-heading font-semibold"),
        rx.el.p(
            _(
                "We sent a link to {email}. Open it, and your certificate will be issued at once.",
                email=SessionState.user_email,
            ),
            class_name="mt-1 text-muted",
        ),
        rx.el.p(
            _("Is this email wrong?"),
            " ",
            link(_("Change your email"), "/dashboard/profile"),
            class_name="mt-3",
        ),
        class_name="mt-6 border-warning",
    )


def _next_step() -> rx.Component:
    result = ExamResultState
    return card(
        rx.el.h2(_("What to practice next"), class_name="text-heading font-semibold"),
        rx.el.p(
            rx.cond(
                result.may_retake,
                _("You can take this test again now."),
                _("You can take this test again from {date}.", date=result.retake),
            ),
            " ",
            _("Practice is free and explains every answer."),
            class_name="mt-1 text-muted",
        ),
        _weakest_topics(),
        rx.el.div(
            link_button(
                _("Practice {name}", name=result.technology_name), f"/practice-test/{result.technology_id}"
            ),
            rx.cond(
                result.may_retake,
                link_button(
                    _("Retake the {name} test", name=result.technology_name),
                    f"/test/{result.technology_id}",
                    variant="secondary",
                ),
            ),
            class_name="mt-5 flex flex-wrap gap-3",
        ),
        class_name="mt-6",
    )


def _improve() -> rx.Component:
    return card(
        rx.el.h2(_("Keep improving"), class_name="text-heading font-semibold"),
        rx.el.p(
            rx.cond(
                ExamResultState.weakest.length() > 0,
                _("These topics have the most to gain."),
                _("You answered every question that counts correctly."),
            ),
            class_name="mt-1 text-muted",
        ),
        _weakest_topics(),
        class_name="mt-6",
    )


def _weakest_topics() -> rx.Component:
    rows = rx.foreach(
        ExamResultState.weakest,
        lambda row: rx.el.li(
            link(_("Practice {name}", name=row.title), row.href),
            rx.el.span(row.correct, class_name="text-sm text-muted"),
            class_name="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2",
        ),
    )
    return rx.cond(
        ExamResultState.weakest.length() > 0, rx.el.ul(rows, class_name="mt-3 divide-y divide-line")
    )
