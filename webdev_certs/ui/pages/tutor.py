"""The tutor in the help with an answered question: only where there is a language model."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from webdev_certs.schemas.tutor import MAX_QUESTION, TutorAction
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, link
from webdev_certs.ui.components.form import text_area
from webdev_certs.ui.components.text import prose
from webdev_certs.ui.states.practice.tutor import TutorState

_KEEP_FOCUS = rx.Var("((event) => event.currentTarget.closest('[role=group]').focus())").to(rx.EventChain)
"""Before a button disappears: the focus stays at the tutor."""
_ACTIONS: Sequence[tuple[TutorAction, str]] = (
    ("why_wrong", _("Why is mine wrong?")),
    ("smaller_example", _("Show me a smaller example")),
)


def tutor(place: Any) -> rx.Component:
    """Render the tutor at the answered question at a place (`annotations.place_of`)."""
    view: Any = TutorState.shown[place]
    return rx.cond(
        TutorState.shown.contains(place) & view.available,
        rx.el.div(
            rx.el.p(_("Ask the tutor"), class_name="font-semibold text-ink"),
            rx.el.p(
                _(
                    "A language model writes the answers. They can be wrong. If they disagree with the "
                    "explanations above, trust the explanations."
                ),
                class_name="text-sm text-muted",
            ),
            rx.foreach(view.exchanges, lambda exchange: _exchange(place, exchange)),
            rx.cond(view.busy, _writing(place, view)),
            # Announces each finished sentence, and not each word.
            rx.el.p(view.said, role="status", class_name="sr-only"),
            rx.cond(view.error != "", _error(place, view)),
            rx.cond(view.consented, _asking(place, view), _consent(place)),
            role="group",
            aria_label=_("Ask the tutor"),
            tab_index=-1,
            class_name="flex min-w-0 flex-col gap-3 outline-none",
        ),
    )  # pyright: ignore[reportReturnType]


def _consent(place: Any) -> rx.Component:
    return rx.el.div(
        rx.el.p(
            _(
                "The question, your answer and what you type go to the company that runs the language model, "
                "but never your name or your email. We keep your questions with your account. If you ask "
                "about your daily plan, only its figures and topics go there, and we don’t keep the answer."
            ),
            " ",
            link(_("Privacy"), "/privacy"),
            class_name="text-sm text-ink",
        ),
        button(
            _("Agree and use the tutor"),
            variant="secondary",
            size="sm",
            on_click=[_KEEP_FOCUS, TutorState.agree(place)],
            class_name="self-start",
        ),
        class_name="flex flex-col gap-3",
    )


def _error(place: Any, view: Any) -> rx.Component:
    return alert(
        view.error,
        rx.cond(
            view.can_repeat,
            button(
                _("Ask again"),
                variant="secondary",
                size="sm",
                on_click=[_KEEP_FOCUS, TutorState.ask_again(place)],
            ),
        ),
        tone="danger",
        role="alert",
    )


def _asking(place: Any, view: Any) -> rx.Component:
    name = rx.Var.create(f"tutor-{place}")
    return rx.el.div(
        rx.el.div(
            *(
                button(
                    title,
                    variant="secondary",
                    size="sm",
                    # Not `disabled`, which would take the focus.
                    aria_disabled=view.busy,
                    on_click=TutorState.ask(place, action),
                )
                for action, title in _ACTIONS
            ),
            class_name="flex flex-wrap gap-2",
        ),
        rx.el.form(
            rx.el.label(_("Ask something else"), html_for=name, class_name="text-sm font-medium text-ink"),
            text_area("question", id=name, max_length=MAX_QUESTION, rows="2"),
            button(
                _("Ask"),
                type="submit",
                variant="secondary",
                size="sm",
                disabled=view.busy,
                class_name="self-start",
            ),
            on_submit=lambda form: TutorState.ask_own(place, form),
            reset_on_submit=True,
            class_name="flex flex-col gap-2",
        ),
        class_name="flex min-w-0 flex-col gap-4",
    )


def _writing(place: Any, view: Any) -> rx.Component:
    return rx.el.div(
        rx.el.p(view.title, class_name="font-medium text-ink wrap-anywhere"),
        rx.cond(
            view.writing != "",
            prose(view.writing, class_name="text-ink"),
            rx.el.p(_("The tutor is thinking…"), class_name="text-muted"),
        ),
        button(
            _("Stop"),
            variant="secondary",
            size="sm",
            on_click=[_KEEP_FOCUS, TutorState.stop(place)],
            class_name="self-start",
        ),
        class_name="flex min-w-0 flex-col gap-2 rounded-control bg-sunken p-4",
    )


def _exchange(place: Any, exchange: Any) -> rx.Component:
    return rx.el.div(
        rx.el.p(exchange.title, class_name="font-medium text-ink wrap-anywhere"),
        prose(exchange.answer, class_name="text-ink"),
        rx.cond(exchange.note != "", rx.el.p(exchange.note, class_name="text-sm text-muted")),
        rx.el.ul(
            rx.foreach(exchange.sources, lambda source: rx.el.li(source)),
            aria_label=_("Sources"),
            class_name="text-sm text-muted empty:hidden",
        ),
        rx.cond(
            exchange.reported,
            rx.el.p(_("Reported"), class_name="text-sm text-muted"),
            button(
                _("Report this answer"),
                variant="ghost",
                size="sm",
                on_click=[_KEEP_FOCUS, TutorState.report(place, exchange.number)],
                class_name="-ml-3 self-start",
            ),
        ),
        class_name="flex min-w-0 flex-col gap-2 rounded-control border border-line p-4",
    )
