"""Help with an answered question: closed at first, and loaded when it is opened."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, link
from webdev_certs.ui.components.feedback import feedback_panel
from webdev_certs.ui.components.item import stem
from webdev_certs.ui.components.section import disclosure
from webdev_certs.ui.components.styling import IN_ENGLISH
from webdev_certs.ui.components.text import english, rich_text
from webdev_certs.ui.pages.annotation import annotation
from webdev_certs.ui.pages.tutor import tutor
from webdev_certs.ui.states.practice.question_help import QuestionHelpState
from webdev_certs.ui.states.practice.tutor import TutorState


def after_feedback(question: Any, *, with_key: bool = False) -> rx.Component:
    """Render what follows the feedback on an answered question: help, a bookmark and a note.

    Args:
        question: A `FeedbackView` Var with a place.
        with_key: Whether the key M presses the bookmark: on pages with one question.
    """
    return rx.el.div(
        question_help(question.place),
        annotation(question, with_key=with_key),
        class_name="flex min-w-0 flex-col gap-3",
    )


def question_help(place: Any) -> rx.Component:
    """Render the help with the answered question at a place (`annotations.place_of`)."""
    found: Any = QuestionHelpState.shown[place]
    return disclosure(
        _("Help with this question"),
        rx.el.div(
            rx.cond(
                QuestionHelpState.shown.contains(place),
                rx.fragment(
                    rx.cond(found.error != "", alert(found.error, tone="danger", role="alert")),
                    rx.cond(found.misconceptions.length() > 0, _misconceptions(found)),
                    rx.cond(found.number > 0, _example(place, found)),
                    rx.cond(found.passages.length() > 0, _passages(found)),
                    rx.cond(found.similar.length() > 0, _similar(found)),
                    rx.cond(
                        found.is_empty,
                        rx.el.p(_("There’s nothing to add to the explanation yet."), class_name="text-muted"),
                    ),
                ),
                rx.el.p(_("Loading…"), role="status", class_name="text-muted"),
            ),
            tutor(place),
            class_name="mt-2 flex min-w-0 flex-col gap-6 rounded-control border border-line p-4",
        ),
        # Another question begins with its help closed.
        key=place,
        on_toggle=[QuestionHelpState.open(place), TutorState.open(place)],
        class_name="min-w-0 print:hidden",
    )


def _part(title: str, *content: rx.Component) -> rx.Component:
    return rx.el.div(
        rx.el.p(title, class_name="font-semibold text-ink"),
        *content,
        role="group",
        aria_label=title,
        class_name="flex min-w-0 flex-col gap-3",
    )


def _misconceptions(found: Any) -> rx.Component:
    return _part(
        _("Why is mine wrong?"),
        rx.el.p(_("People who choose this often believe:"), class_name="text-sm text-muted"),
        rx.el.ul(
            rx.foreach(found.misconceptions, lambda text: rx.el.li(rich_text(text, **IN_ENGLISH))),
            class_name="list-disc pl-5 text-ink",
        ),
    )


def _example(place: Any, found: Any) -> rx.Component:
    """Render an example, with its solution closed at first so that learners can try it."""
    item = found.example.item
    return _part(
        _("Another example"),
        rx.el.p(_("The same question with other values. It doesn’t count."), class_name="text-sm text-muted"),
        stem(item, name=_("Example")),
        rx.cond(
            item.options.length() > 0,
            rx.el.ul(
                rx.foreach(item.options, lambda option: rx.el.li(rich_text(option.text))),
                class_name="flex list-disc flex-col gap-2 pl-5",
                **IN_ENGLISH,
            ),
        ),
        rx.cond(
            item.matches.length() > 0,
            rx.el.ul(
                rx.foreach(item.matches, lambda match: rx.el.li(rich_text(match.text))),
                aria_label=_("Choices"),
                class_name="flex list-disc flex-col gap-2 rounded-control bg-sunken py-3 pr-3 pl-8",
                **IN_ENGLISH,
            ),
        ),
        disclosure(
            _("Show the solution"),
            rx.el.div(feedback_panel(found.example, verdict=False, solution=True), class_name="mt-2"),
            key=found.number,
        ),
        rx.cond(
            found.has_more,
            button(
                _("Another example"),
                variant="secondary",
                size="sm",
                on_click=QuestionHelpState.show_another(place),
                class_name="self-start",
            ),
        ),
    )


def _passages(found: Any) -> rx.Component:
    return _part(
        _("In the documentation"),
        rx.el.ul(
            rx.foreach(
                found.passages,
                lambda passage: rx.el.li(
                    link(english(passage.title), passage.href, new_tab=True),
                    rx.el.p(english(passage.location), class_name="mt-1 text-sm text-muted"),
                ),
            ),
            class_name="flex min-w-0 flex-col gap-3",
        ),
    )


def _similar(found: Any) -> rx.Component:
    return _part(
        _("Similar questions"),
        rx.el.ul(
            rx.foreach(
                found.similar,
                lambda question: rx.el.li(
                    link(rich_text(question.stem, **IN_ENGLISH), question.href),
                    rx.cond(
                        question.code != "",
                        rx.el.pre(
                            question.code,
                            class_name="mt-1 truncate font-mono text-sm text-muted",
                        ),
                    ),
                    rx.el.p(english(question.topic), class_name="mt-1 text-sm text-muted"),
                ),
            ),
            class_name="flex min-w-0 flex-col gap-4",
        ),
    )
