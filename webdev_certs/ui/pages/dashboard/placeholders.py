"""What the views show while their data is loading: blocks of the same size, so that nothing moves later."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import card, skeleton
from webdev_certs.ui.pages.layout import loading_block

_CARDS = 5
"""As many as there are technologies."""


def step_block() -> rx.Component:
    """Render the placeholder of the next step."""
    return loading_block(4, "min-h-68 sm:min-h-60", action=True)


def due_block(*, with_mistakes: bool = False) -> rx.Component:
    """Render the placeholder of the due reviews."""
    return loading_block(2, "min-h-52.25 sm:min-h-36" if with_mistakes else "min-h-37 sm:min-h-27")


def overview() -> rx.Component:
    """Render the placeholder of the overview."""
    return rx.el.div(step_block(), due_block(), technologies_begun(), class_name="flex flex-col gap-6")


def technologies_begun() -> rx.Component:
    """Render the placeholder of the technologies that were begun."""
    return loading_block(6, "min-h-72")


def certifications() -> rx.Component:
    """Render the placeholder of the technologies."""
    return _cards("min-h-68 sm:min-h-64")


def practice() -> rx.Component:
    """Render the placeholder of the practice view."""
    # An element of its own, so that the view replaces it and its parts do not seem to move.
    return rx.el.section(
        rx.el.div(due_block(with_mistakes=True), class_name="mb-6"),
        _cards("min-h-67.5 sm:min-h-69.5"),
        rx.el.h2(_("Practice rounds"), class_name="mt-10 mb-4 text-heading font-semibold"),
        loading_block(3, "min-h-64 sm:min-h-52"),
    )


def _cards(class_name: str) -> rx.Component:
    cards = [loading_block(4, class_name, action=True) for _number in range(_CARDS)]
    return rx.el.div(*cards, class_name="grid gap-5 sm:grid-cols-2")


def progress() -> rx.Component:
    """Render the placeholder of the activity and the first technology."""
    return rx.fragment(
        loading_block(8, "min-h-143 sm:min-h-113.5 lg:min-h-94.5"),
        loading_block(12, "mt-6 min-h-170 lg:min-h-127"),
    )


def certificates() -> rx.Component:
    """Render the placeholder of one certificate, with its settings below or beside it."""
    frame = "flex min-h-104 flex-col rounded-card border-2 border-line p-5 sm:p-6 xl:w-90 xl:shrink-0"
    button = skeleton(0, corners="rounded-control", class_name="h-11 w-36 max-sm:w-full", aria_hidden="true")
    # Not a <div>, as in `skeleton`.
    return rx.el.section(
        card(
            rx.el.span(skeleton(4), class_name=frame),
            rx.el.span(
                skeleton(9),
                rx.el.span(*[button] * 4, class_name="mt-auto flex flex-wrap gap-3 max-sm:flex-col"),
                class_name="flex min-h-171 flex-1 flex-col sm:min-h-120 xl:min-h-104",
            ),
            class_name="flex flex-col gap-6 xl:flex-row xl:gap-8",
        )
    )
