"""Buttons for social sign-in."""

from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.button import button
from webdev_certs.ui.components.marks import provider_mark
from webdev_certs.ui.components.styling import Flag


def sign_in_buttons(
    providers: Mapping[str, str], on_choose: Callable[[str], Any], *, waiting: Flag, chosen: rx.Var[str]
) -> rx.Component:
    """Render one button for each provider.

    Args:
        providers: Each provider's name in code → its name for people.
        on_choose: Takes the provider's name and returns the event of a click.
        waiting: Whether a sign-in is starting; disables all buttons.
        chosen: The provider whose button shows a spinner while `waiting`.

    Returns:
        The buttons.
    """
    return rx.el.div(
        *[
            button(
                provider_mark(name),
                _("Continue with {provider}", provider=label),
                variant="secondary",
                size="lg",
                loading=waiting & (chosen == name),
                disabled=waiting,
                on_click=on_choose(name),
                class_name="w-full",
            )
            for name, label in providers.items()
        ],
        class_name="flex flex-col gap-3",
    )


def or_divider() -> rx.Component:
    """Render a line with "or" in its middle."""
    line = rx.el.span(class_name="h-px flex-1 bg-line", aria_hidden="true")
    return rx.el.div(line, _("or"), line, class_name="my-6 flex items-center gap-4 text-sm text-muted")
