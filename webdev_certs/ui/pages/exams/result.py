"""The result of a certification test."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components import (
    alert,
    badge,
    card,
    empty_state,
    link,
    link_button,
    page_header,
    score_bar,
)
from webdev_certs.ui.pages.layout import load_failed, loading_block, member_page
from webdev_certs.ui.states.exams.result import ExamResultState, TopicRow
from webdev_certs.ui.states.session.session import SessionState


def exam_result() -> rx.Component:
    """Render `/test-results/<id>`."""
    return member_page(
        rx.match(
            ExamResultState.phase,
            ("loading", rx.fragment(page_header("Your result"), loading_block(10))),
            ("ready", _result()),
            (
                "missing",
                empty_state(
                    "search",
                    "This result doesn't exist",
                    "The link is wrong, or the result belongs to another account.",
                    link_button("Your results", "/dashboard/progress"),
                    level=1,
                ),
            ),
            (
                "unfinished",
                empty_state(
                    "clock",
                    "This test has not been submitted",
                    "Resume it now. The timer is still running.",
                    link_button("Show your tests", "/dashboard/certifications"),
                    level=1,
                ),
            ),
            load_failed(
                "The result could not be loaded", ExamResultState.error, ExamResultState.load, level=1
            ),
        ),
        active="progress",
    )


def _result() -> rx.Component:
    result = ExamResultState
    return rx.fragment(
        page_header(
            f"{result.technology_name} test result",
            rx.cond(
                result.timed_out,
                f"Time ran out at {result.submitted}. {result.answered}.",
                f"Submitted {result.submitted}. {result.answered}.",
            ),
        ),
        rx.cond(
            result.timed_out,
            alert(
                "Time ran out.",
                "The test was submitted automatically. Every saved answer counts.",
                tone="warning",
                class_name="mb-6",
            ),
        ),
        rx.cond(
            result.too_few != "",
            alert("Too few answers to pass.", result.too_few, tone="warning", class_name="mb-6"),
        ),
        _score(),
        rx.cond(
            result.certificate_number_shown != "",
            _certificate(),
            rx.cond(result.awaits_email, _confirm_email(), _next_step()),
        ),
        _profile(),
    )


def _score() -> rx.Component:
    result = ExamResultState
    return card(
        rx.el.div(
            rx.el.div(
                rx.cond(result.passed, badge("Passed", tone="success"), badge("Not passed", tone="danger")),
                rx.el.p(result.score, class_name="mt-3 text-display font-semibold tabular-nums"),
                rx.el.p(f"of 800 · standard error {result.standard_error}", class_name="mt-1 text-muted"),
                class_name="shrink-0",
            ),
            rx.el.div(
                score_bar(
                    result.score,
                    result.low,
                    result.high,
                    result.cut_score,
                    label="Score",
                    tone=rx.cond(result.passed, "success", "accent"),
                ),
                rx.el.p(
                    f"We're 95 % confident your true score is between {result.low} and {result.high}. "
                    f"You pass with {result.cut_score} points.",
                    class_name="mt-4 text-sm text-muted",
                ),
                class_name="min-w-0 flex-1",
            ),
            class_name="flex flex-col gap-8 sm:flex-row sm:items-center sm:gap-12",
        ),
    )


def _certificate() -> rx.Component:
    number = ExamResultState.certificate_number_shown
    return card(
        rx.el.h2("Your certificate is issued", class_name="text-heading font-semibold"),
        rx.el.p(ExamResultState.title, class_name="mt-1 text-muted"),
        rx.el.p(number, class_name="mt-1 font-mono text-ink"),
        rx.el.div(
            link_button("View your certificates", "/dashboard/my-certificates"),
            link_button("View the public page", f"/verify/{number}", variant="secondary"),
            class_name="mt-5 flex flex-wrap gap-3",
        ),
        class_name="mt-6 border-success",
    )


def _confirm_email() -> rx.Component:
    return card(
        rx.el.h2("Confirm your email to get your certificate", class_name="text-heading font-semibold"),
        rx.el.p(
            f"We sent a link to {SessionState.user_email}. Open it, and your certificate will be issued at "
            "once.",
            class_name="mt-1 text-muted",
        ),
        rx.el.p("Is this email wrong? ", link("Change your email", "/dashboard/profile"), class_name="mt-3"),
        class_name="mt-6 border-warning",
    )


def _next_step() -> rx.Component:
    return card(
        rx.el.h2("What's next", class_name="text-heading font-semibold"),
        rx.el.p(
            f"You can take this test again from {ExamResultState.retake}. Practice is free and "
            "explains every answer.",
            class_name="mt-1 text-muted",
        ),
        rx.el.div(
            link_button(
                f"Practice {ExamResultState.technology_name}",
                f"/practice-test/{ExamResultState.technology_id}",
            ),
            class_name="mt-5",
        ),
        class_name="mt-6",
    )


def _profile() -> rx.Component:
    return rx.el.section(
        rx.el.h2("Your scores by topic", class_name="mt-10 text-heading font-semibold"),
        rx.el.p(
            "Each topic has few questions, so its range is wide. Use it to choose what to learn next.",
            class_name="mt-1 mb-4 text-muted",
        ),
        card(
            rx.el.ul(
                rx.foreach(ExamResultState.topics, _topic), class_name="flex flex-col divide-y divide-line"
            ),
        ),
    )


def _topic(topic: Any) -> rx.Component:
    row: TopicRow = topic
    return rx.el.li(
        rx.el.div(
            rx.el.h3(row.title, class_name="font-medium"),
            rx.el.p(row.correct, class_name="text-sm text-muted"),
            class_name="sm:w-56 sm:shrink-0",
        ),
        rx.el.div(
            score_bar(row.score, row.low, row.high, ExamResultState.cut_score, label=row.title),
            class_name="min-w-0 flex-1",
        ),
        class_name="flex flex-col gap-3 py-5 first:pt-0 last:pb-0 sm:flex-row sm:items-center sm:gap-8",
    )
