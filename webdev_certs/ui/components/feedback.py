"""Practice feedback on an answer: verdict, correct answer, and an explanation for every option."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.prose import rich_text
from webdev_certs.ui.components.surface import alert, badge

VERDICT = "verdict"
"""Id of the element around the panel. It takes the focus when an answer has been checked."""


def feedback_panel(feedback: Any) -> rx.Component:
    """Render the verdict on one answer.

    Args:
        feedback: A `FeedbackView` Var.

    Returns:
        The panel.
    """
    return rx.el.div(
        rx.cond(
            feedback.correct,
            alert("Correct", tone="success"),
            alert("Incorrect", tone="danger"),
        ),
        rx.cond(feedback.right != "", _in_words(feedback)),
        rx.cond(
            feedback.explanation.length() > 0,
            rx.el.p(rich_text(feedback.explanation), class_name="text-ink"),
        ),
        rx.el.ul(rx.foreach(feedback.options, _option), class_name="flex flex-col gap-3"),
        rx.el.p(
            "Official documentation: ",
            rx.el.a(
                feedback.reference_title,
                href=feedback.reference_url,
                target="_blank",
                rel="noopener",
                class_name="font-medium text-accent-ink underline underline-offset-4",
            ),
            class_name="text-sm text-muted",
        ),
        class_name="flex flex-col gap-5",
    )


def _in_words(feedback: Any) -> rx.Component:
    look = "mt-1 font-mono text-[0.9375rem] whitespace-pre-wrap text-ink"
    return rx.el.dl(
        rx.cond(
            feedback.correct,
            None,
            rx.el.div(
                rx.el.dt("Your answer", class_name="text-sm font-medium text-muted"),
                rx.el.dd(feedback.given, class_name=look),
            ),
        ),
        rx.el.div(
            rx.el.dt("Correct answer", class_name="text-sm font-medium text-muted"),
            rx.el.dd(feedback.right, class_name=look),
        ),
        class_name="grid gap-4 rounded-control bg-sunken p-4 sm:grid-cols-2",
    )


def _option(option: Any) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.cond(
                option.correct,
                icon("check", class_name="mt-0.5 text-success"),
                icon("x", class_name="mt-0.5 text-danger"),
            ),
            rx.el.div(
                rx.el.p(
                    rx.el.span(rx.cond(option.correct, "Correct: ", "Incorrect: "), class_name="sr-only"),
                    rich_text(option.text),
                    rx.cond(option.chosen, badge("Your choice", class_name="ml-2")),
                    class_name="font-medium whitespace-pre-wrap text-ink",
                ),
                rx.el.p(rich_text(option.explanation), class_name="mt-1 text-muted"),
                class_name="min-w-0 flex-1",
            ),
            class_name="flex gap-3",
        ),
        class_name="rounded-control border border-line bg-surface p-4",
    )
