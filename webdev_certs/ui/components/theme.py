"""The choice between light, dark and the system's color theme, which the browser stores."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.button import button_classes
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.menu import menu_choice
from webdev_certs.ui.reflex_internals import color_mode, set_color_mode, toggle_color_mode

_MODES = [
    ("system", _("System"), "monitor"),
    ("light", _("Light"), "sun"),
    ("dark", _("Dark"), "moon"),
]


def _segment(group: str, mode: str, text: str, drawing: str) -> rx.Component:
    """Render one of the three radio buttons."""
    look = (
        "flex h-11 flex-1 items-center justify-center gap-1.5 rounded-md px-2 text-sm font-medium text-muted "
        "sm:gap-2 sm:px-3 md:h-9 has-checked:bg-accent-soft has-checked:text-accent-ink "
        "has-checked:inset-ring has-checked:inset-ring-accent-ink "
        "has-focus-visible:outline-2 has-focus-visible:outline-focus forced-colors:has-checked:border-2"
    )
    return rx.el.label(
        rx.el.input(
            type="radio",
            name=group,
            value=mode,
            checked=color_mode == mode,
            on_change=set_color_mode(mode),  # pyright: ignore[reportArgumentType]
            class_name="sr-only",
        ),
        icon(drawing),
        text,
        class_name=look,
    )


def theme_switch(group: str = "theme") -> rx.Component:
    """Render the choice as three radio buttons in a row.

    Args:
        group: Name of the radio group, unique on the page.
    """
    return rx.el.fieldset(
        rx.el.legend(_("Color theme"), class_name="sr-only"),
        rx.el.div(
            *[_segment(group, *mode) for mode in _MODES],
            class_name="flex gap-1 rounded-control border border-line bg-canvas p-1",
        ),
        class_name="min-w-0",
    )


def theme_toggle(**props: Any) -> rx.Component:
    """Render a button that switches between light and dark.

    Args:
        **props: Passed on to the <button>.
    """
    extra = f"size-11 px-0 text-muted {props.pop('class_name', '')}"
    return rx.el.button(
        icon("moon", class_name="dark:hidden"),
        icon("sun", class_name="hidden dark:block"),
        type="button",
        on_click=toggle_color_mode,
        aria_label=_("Switch between light and dark"),
        title=_("Switch between light and dark"),
        class_name=button_classes("ghost", "md", extra),
        **props,
    )


def theme_menu_choice() -> rx.Component:
    """Render the choice as entries of a `menu`."""
    return menu_choice(_("Color theme"), color_mode, _MODES, set_color_mode)
