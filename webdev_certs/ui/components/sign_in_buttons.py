"""The buttons that sign in with another service."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from webdev_certs.ui.components.button import button
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.styling import Flag

# The services' own marks are trademarks with rules of their own; their names say enough.
_SERVICES = (("google", "Google", "globe"), ("github", "GitHub", "code"))


def sign_in_buttons(on_choose: Callable[[str], Any], *, waiting: Flag, chosen: rx.Var[str]) -> rx.Component:
    """Render one button for each service.

    Args:
        on_choose: Makes the event of a click from the service's name.
        waiting: While true no button can be pressed.
        chosen: The service whose button is busy while `waiting`.

    Returns:
        The buttons.
    """
    return rx.el.div(
        *[
            button(
                icon(drawing),
                f"Continue with {label}",
                variant="secondary",
                size="lg",
                loading=waiting & (chosen == name),
                disabled=waiting,
                on_click=on_choose(name),
                class_name="w-full",
            )
            for name, label, drawing in _SERVICES
        ],
        class_name="flex flex-col gap-3",
    )


def or_divider() -> rx.Component:
    """Render the line between two ways to do the same.

    Returns:
        The line with "or" in its middle.
    """
    line = rx.el.span(class_name="h-px flex-1 bg-line", aria_hidden="true")
    return rx.el.div(line, "or", line, class_name="my-6 flex items-center gap-4 text-sm text-muted")
