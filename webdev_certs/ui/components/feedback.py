"""Practice feedback on an answer: verdict, correct answer, and an explanation for every option."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.link import link
from webdev_certs.ui.components.styling import IN_ENGLISH
from webdev_certs.ui.components.surface import alert, badge
from webdev_certs.ui.components.text import english, prose, rich_text

VERDICT = "verdict"
"""Id of the verdict. It takes the focus when an answer has been checked.

Only the verdict itself does, because a browser does not scroll to the top of what is taller than the window.
"""


def feedback_panel(
    feedback: Any,
    *,
    choices_only: bool = False,
    verdict: bool = True,
    verdict_id: str = "",
    solution: bool = False,
) -> rx.Component:
    """Render the verdict on one answer.

    Args:
        feedback: A `FeedbackView` Var.
        choices_only: Whether all items are choices between options, so that the page needs less code.
        verdict: Whether the panel begins with whether the answer is correct.
        verdict_id: Id of the verdict, if it can take the focus.
        solution: Whether nobody has answered: the panel then shows the solution, without the documentation.
    """
    focusable: dict[str, Any] = {"id": verdict_id, "tab_index": -1} if verdict_id else {}
    several = False if choices_only else feedback.item.format == "multiple_choice"
    return rx.el.div(
        rx.el.div(
            rx.cond(
                feedback.correct,
                alert(_("Correct"), tone="success"),
                alert(_("Incorrect"), tone="danger"),
            ),
            class_name="outline-none",
            **focusable,
        )
        if verdict
        else None,
        None if choices_only else rx.cond(feedback.right.length() > 0, _in_words(feedback)),
        rx.cond(feedback.explanation != "", prose(feedback.explanation, class_name="text-ink", **IN_ENGLISH)),
        rx.cond(
            feedback.options.length() > 0,
            rx.el.ul(
                rx.foreach(feedback.options, lambda option: _option(option, several, solution)),
                class_name="flex flex-col gap-3",
            ),
        ),
        None
        if solution
        else rx.el.p(
            _("Official documentation:") + " ",
            link(english(feedback.reference_title), feedback.reference_url, new_tab=True),
            class_name="text-sm text-muted",
        ),
        class_name="flex min-w-0 flex-col gap-5",
    )


def verdict_in_short(correct: Any) -> rx.Component:
    """Render the verdict once more, to stand beside the button below a long panel."""
    look = "flex items-center gap-1.5 font-medium"
    return rx.cond(
        correct,
        rx.el.p(icon("check-circle"), _("Correct"), class_name=f"{look} text-success"),
        rx.el.p(icon("x-circle"), _("Incorrect"), class_name=f"{look} text-danger"),
    )  # pyright: ignore[reportReturnType]


def verdict_mark(correct: Any) -> rx.Component:
    """Draw the verdict on one of several answers, with its words for screen readers."""
    return rx.cond(
        correct,
        rx.fragment(icon("check", class_name="text-success"), rx.el.span(_("Correct"), class_name="sr-only")),
        rx.fragment(icon("x", class_name="text-danger"), rx.el.span(_("Incorrect"), class_name="sr-only")),
    )  # pyright: ignore[reportReturnType]


def _in_words(feedback: Any) -> rx.Component:
    """Render the learner's answer with a mark at every line, and the correct answer with its explanations."""
    own = rx.el.div(
        rx.el.dt(_("Your answer"), class_name="font-medium text-muted"),
        rx.el.dd(_lines(feedback, feedback.given, marked=True)),
        class_name="rounded-control bg-sunken p-4",
    )
    correct = rx.el.div(
        # Without a green sign, which would be taken for the verdict where only this part is in the window.
        rx.el.dt(_("The answer was"), class_name="font-medium text-muted"),
        rx.el.dd(_lines(feedback, feedback.right, marked=False)),
        class_name="rounded-control border border-edge bg-surface p-4",
    )
    return rx.el.dl(rx.cond(feedback.correct, None, own), correct, class_name="flex flex-col gap-3")


def _lines(feedback: Any, lines: Any, *, marked: bool) -> rx.Component:
    """Render an answer line by line; only an order has numbers."""
    look = "mt-2 flex flex-col gap-3 text-ink"
    return rx.cond(
        feedback.item.format == "order_lines",
        rx.el.ol(rx.foreach(lines, lambda line, at: _line(line, marked, at)), class_name=look),
        rx.el.ul(rx.foreach(lines, lambda line: _line(line, marked)), class_name=look),
    )


def _line(line: Any, marked: bool, at: Any = None) -> rx.Component:
    """Render a line of an answer, with a mark or with its explanation."""
    return rx.el.li(
        rx.el.span((at + 1).to(str), class_name="w-5 shrink-0 text-muted tabular-nums")
        if at is not None
        else None,
        rx.fragment(_mark(line), _mark_in_words(line)) if marked else None,
        rx.el.div(
            rich_text(line.text, **IN_ENGLISH),
            rx.cond(
                line.explanation != "",
                prose(line.explanation, class_name="mt-1 text-muted", **IN_ENGLISH),
            ),
            class_name="min-w-0 flex-1",
        ),
        class_name="flex gap-2",
    )


def _option(option: Any, several: Any, solution: bool) -> rx.Component:
    """Render an option with its explanation; `several` says whether more than one can be correct."""
    look = "flex gap-3 rounded-control border bg-surface p-4"
    return rx.el.li(
        _mark(option),
        rx.el.div(
            rx.el.div(
                _mark_in_words(option),
                # A badge beside several lines of output would seem to belong to one of them.
                rich_text(option.text, class_name="min-w-0 has-[.printed]:basis-full", **IN_ENGLISH),
                rx.cond(option.correct, _correct_answer())
                if solution
                else rx.cond(
                    option.chosen,
                    badge(_("Your choice"), tone=rx.cond(option.correct, "success", "danger")),
                    rx.cond(option.correct, _not_chosen(several)),
                ),
                class_name="flex flex-wrap items-center gap-x-3 gap-y-2 font-medium text-ink",
            ),
            prose(option.explanation, class_name="mt-1.5 text-muted", **IN_ENGLISH),
            class_name="min-w-0 flex-1",
        ),
        class_name=rx.cond(
            option.correct,
            f"{look} border-success",
            rx.cond(option.chosen, f"{look} border-danger", f"{look} border-line"),
        ),
    )


def _not_chosen(several: Any) -> rx.Component:
    """Render the badge of a correct option that was not chosen."""
    missed = badge(_("Correct, not chosen"), tone="warning")
    return rx.cond(several, missed, _correct_answer())  # pyright: ignore[reportReturnType]


def _correct_answer() -> rx.Component:
    # Screen readers already read "Correct:" before the option.
    return badge(_("Correct answer"), tone="success", aria_hidden="true")


def _mark(option: Any) -> rx.Component:
    """Draw a check or a cross. An option that was not chosen is not a mistake, so it gets no cross."""
    return rx.cond(
        option.correct,
        icon("check", class_name="mt-0.5 text-success"),
        rx.cond(
            option.chosen,
            icon("x", class_name="mt-0.5 text-danger"),
            rx.el.span(aria_hidden="true", class_name="w-5 shrink-0"),
        ),
    )


def _mark_in_words(option: Any) -> rx.Component:
    correct, incorrect, rejected = (
        word + " " for word in (_("Correct:"), _("Incorrect:"), _("Not correct:"))
    )
    words = rx.cond(option.correct, correct, rx.cond(option.chosen, incorrect, rejected))
    return rx.el.span(words, class_name="sr-only")
