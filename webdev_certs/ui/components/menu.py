"""Menus: a button that opens a list of links, actions and choices."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.link import anchor
from webdev_certs.ui.components.styling import Child, Text, classes

_POPUP = (
    "menu min-w-56 rounded-control border border-line bg-raised p-1.5 text-ink shadow-overlay "
    "open:animate-rise"
)
ITEM = (
    "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left text-compact md:min-h-9 "
    "hover:bg-sunken focus-visible:-outline-offset-2"
)

# A link or an action closes the menu. A choice leaves it open, so that users see its effect.
_hide = rx.Var(
    "((event) => event.target.closest('a, button:not([aria-pressed])') && event.currentTarget.hidePopover())"
).to(rx.EventChain)


def menu_item(
    label: Child, icon_name: str, *, href: Text = "", current: bool = False, **props: Any
) -> rx.Component:
    """Render an entry of a menu.

    Args:
        label: Text of the entry.
        icon_name: Name of the icon before it.
        href: Path or URL, if the entry is a link.
        current: Whether the link leads to the current page.
        **props: Passed on to the entry; `on_click` for an action.
    """
    content = (icon(icon_name, class_name="" if current else "text-muted"), rx.el.span(label))
    if isinstance(href, rx.Var) or href:
        return anchor(
            *content,
            href=href,
            aria_current="page" if current else "false",
            class_name=classes(
                ITEM, "bg-accent-soft text-accent-ink forced-colors:underline" if current else ""
            ),
            **props,
        )
    return rx.el.button(*content, type="button", class_name=ITEM, **props)


def menu_choice(
    label: Text, value: Text, choices: list[tuple[str, str, str]], on_change: Any
) -> rx.Component:
    """Render a group of entries, one of which is chosen.

    Args:
        label: Heading of the group.
        value: The chosen value.
        choices: (value, label, icon) of each entry.
        on_change: Event that takes the new value.
    """
    rows = [
        rx.el.button(
            icon(drawing, class_name="text-muted"),
            rx.el.span(text, class_name="flex-1"),
            rx.cond(value == key, icon("check", class_name="text-accent-ink")),
            type="button",
            aria_pressed=rx.cond(value == key, "true", "false"),
            on_click=on_change(key),
            class_name=ITEM,
        )
        for key, text, drawing in choices
    ]
    return rx.el.div(
        rx.el.p(label, aria_hidden="true", class_name="px-3 pt-2 pb-1 text-sm font-medium text-faint"),
        *rows,
        role="group",
        aria_label=label,
    )


def menu_separator() -> rx.Component:
    """Render the line between two groups of entries."""
    return rx.el.hr(class_name="mx-1.5 my-1.5 border-line")


def menu(trigger: rx.Component, *items: Child, id: Text) -> rx.Component:
    """Render a menu and the button that opens it: a popover, which the browser opens and closes.

    Args:
        trigger: A `button(...)` or `icon_button(...)`.
        *items: `menu_item`, `menu_choice` and `menu_separator`.
        id: Id of the menu, unique on the page.
    """
    trigger.custom_attrs["popoverTarget"] = id
    return rx.fragment(
        trigger,
        rx.el.div(*items, id=id, custom_attrs={"popover": "auto"}, on_click=_hide, class_name=_POPUP),
    )
