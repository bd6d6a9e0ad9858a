"""Help with an answered question, closed at first and loaded when it is opened, and its bookmark and note."""

from typing import Any

import reflex as rx

from webdev_certs.schemas.practice import MAX_NOTE
from webdev_certs.shared.formatting import whole_number
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, icon, link
from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.components.button import button_classes
from webdev_certs.ui.components.feedback import feedback_panel
from webdev_certs.ui.components.form import CONTROL
from webdev_certs.ui.components.item import stem
from webdev_certs.ui.components.section import disclosure
from webdev_certs.ui.components.styling import IN_ENGLISH
from webdev_certs.ui.components.text import english, rich_text
from webdev_certs.ui.pages.tutor import tutor
from webdev_certs.ui.states.items.annotations import AnnotationState
from webdev_certs.ui.states.practice.question_help import QuestionHelpState
from webdev_certs.ui.states.practice.tutor import TutorState
from webdev_certs.ui.states.session.payment_status import PaymentState

BOOKMARK_KEY = {"data-bookmark": ""}
"""Attributes of the button that the key M presses (behavior/answer_keys.js)."""


def after_feedback(question: Any, *, with_key: bool = False) -> rx.Component:
    """Render what follows the feedback on an answered question: help, a bookmark and a note.

    Args:
        question: A `FeedbackView` Var with a place.
        with_key: Whether the key M presses the bookmark: on pages with one question.
    """
    return rx.el.div(
        question_help(question.place),
        _annotation(question, with_key=with_key),
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
                lambda near: rx.el.li(
                    link(rich_text(near.stem, **IN_ENGLISH), near.href),
                    rx.cond(
                        near.code != "",
                        rx.el.pre(
                            near.code,
                            class_name="mt-1 truncate font-mono text-sm text-muted",
                        ),
                    ),
                    rx.el.p(english(near.topic), class_name="mt-1 text-sm text-muted"),
                ),
            ),
            class_name="flex min-w-0 flex-col gap-4",
        ),
    )


def _typed(place: rx.Var[str], text: rx.Var[str]) -> tuple[rx.Var[str], rx.Var[str]]:
    """Pass the place of the question and the note."""
    return place, text


class Note(Script):
    """A field for a note, which is saved when it loses the focus."""

    library = import_path("note")
    tag = "Note"
    place: rx.Var[str]
    saved: rx.Var[str]
    failed: rx.Var[str]
    label: rx.Var[str]
    words: rx.Var[dict[str, str]]
    """For `hint`, `save` and the states `saved`, `saving`, `unsaved` and `failed`."""
    max_length: rx.Var[int]
    field_class_name: rx.Var[str]
    button_class_name: rx.Var[str]
    on_save: rx.EventHandler[_typed]


def _annotation(question: Any, *, with_key: bool = False) -> rx.Component:
    """Render the bookmark and the note of an answered question.

    Args:
        question: A `FeedbackView` Var with a place.
        with_key: Whether the key M presses the bookmark: on pages with one question.
    """
    place = question.place
    kept: Any = AnnotationState.shown[place]
    marked = kept.bookmarked
    editor = rx.el.div(
        button(
            icon("bookmark", class_name=rx.cond(marked, "fill-current text-accent-ink", "")),
            _("Bookmark"),
            variant="ghost",
            size="sm",
            aria_pressed=rx.cond(marked, "true", "false"),
            on_click=AnnotationState.toggle(place),
            class_name="-ml-3 self-start",
            custom_attrs=BOOKMARK_KEY if with_key else {},
        ),
        disclosure(
            rx.cond(kept.note != "", _("Your note"), _("Add a note")),
            Note.create(
                # The field keeps what is typed, so another question needs another field.
                key=place,
                place=place,
                saved=kept.note,
                failed=kept.failed,
                label=_("Your note on this question"),
                words={
                    "hint": _("Only you can see it. Up to {n} characters.", n=whole_number(MAX_NOTE)),
                    "save": _("Save note"),
                    "saved": _("Saved"),
                    "saving": _("Saving…"),
                    "unsaved": _("Not saved yet"),
                    "failed": _("Not saved"),
                },
                max_length=MAX_NOTE,
                field_class_name=f"{CONTROL} mt-2 block py-2.5",
                button_class_name=button_classes("secondary", "sm"),
                on_save=AnnotationState.save,
            ),
            open=kept.note != "",
            class_name="min-w-0 flex-1 basis-full",
        ),
        class_name="flex flex-wrap items-center gap-x-4 gap-y-1",
    )
    return rx.el.div(
        rx.cond(PaymentState.has_paid, rx.cond(AnnotationState.shown.contains(place), editor), _locked()),
        class_name="print:hidden",
    )


def _locked() -> rx.Component:
    return rx.el.p(
        icon("lock", class_name="mt-0.5 shrink-0 text-faint"),
        rx.el.span(
            _("With Pro you can bookmark questions and keep notes on them."),
            " ",
            link(_("See what Pro adds"), AnnotationState.pro_href),
        ),
        class_name="flex gap-2 text-sm text-muted",
    )
