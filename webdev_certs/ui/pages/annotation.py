"""The bookmark and the note of an answered question, and what learners without Pro see in their place."""

from typing import Any

import reflex as rx

from webdev_certs.schemas.practice import MAX_NOTE
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import button, icon, link
from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.components.button import button_classes
from webdev_certs.ui.components.form import CONTROL
from webdev_certs.ui.components.section import disclosure
from webdev_certs.ui.states.items.annotations import AnnotationState
from webdev_certs.ui.states.session.payment_status import PaymentState

BOOKMARK_KEY = {"data-bookmark": ""}
"""Attributes of the button that the key M presses (behavior/answer_keys.js)."""


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


def annotation(question: Any, *, with_key: bool = False) -> rx.Component:
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
                    "hint": _("Only you can see it. Up to {n} characters.", n=MAX_NOTE),
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
