"""Menus: a button that opens a list of actions, with arrow keys and first letters as shortcuts."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.base_ui import BaseUI
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.link import anchor
from webdev_certs.ui.components.styling import Child, Text, classes


class _Part(BaseUI):
    """A part of Base UI's menu."""

    library = "@base-ui/react/menu"
    namespace = "Menu"


class _Root(_Part):
    tag = "Menu.Root"


class _Trigger(_Part):
    tag = "Menu.Trigger"
    render_: rx.Var[rx.Component]


class _Portal(_Part):
    tag = "Menu.Portal"


class _Positioner(_Part):
    tag = "Menu.Positioner"
    side: rx.Var[str]
    align: rx.Var[str]
    side_offset: rx.Var[int]
    position_method: rx.Var[str]


class _Popup(_Part):
    tag = "Menu.Popup"


class _Item(_Part):
    tag = "Menu.Item"
    on_click: rx.EventHandler[rx.event.no_args_event_spec]


class _LinkItem(_Part):
    tag = "Menu.LinkItem"
    render_: rx.Var[rx.Component]
    close_on_click: rx.Var[bool]


class _RadioGroup(_Part):
    tag = "Menu.RadioGroup"
    value: rx.Var[str]
    on_value_change: rx.EventHandler[rx.event.passthrough_event_spec(str)]


class _RadioItem(_Part):
    tag = "Menu.RadioItem"
    value: rx.Var[str]
    close_on_click: rx.Var[bool]


class _RadioItemIndicator(_Part):
    tag = "Menu.RadioItemIndicator"


class _Group(_Part):
    tag = "Menu.Group"


class _GroupLabel(_Part):
    tag = "Menu.GroupLabel"


class _Separator(_Part):
    tag = "Menu.Separator"


_POPUP = (
    "min-w-56 origin-(--transform-origin) rounded-control border border-line bg-raised p-1.5 text-ink "
    "shadow-overlay outline-none transition-[opacity,scale] duration-100 data-ending-style:opacity-0 "
    "data-starting-style:scale-[0.97] data-starting-style:opacity-0"
)
_ITEM = (
    "flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-3 text-left text-[0.9375rem] "
    "outline-none select-none md:min-h-9 data-highlighted:bg-sunken data-highlighted:inset-ring "
    "data-highlighted:inset-ring-edge"
)


def menu_item(
    label: Child, icon_name: str, *, href: str = "", current: bool = False, **props: Any
) -> rx.Component:
    """Render an entry of a menu.

    Args:
        label: Text of the entry.
        icon_name: Name of the icon before it.
        href: Path, if the entry is a link.
        current: Whether the link leads to the current page.
        **props: Passed on to the entry; `on_click` for an action.

    Returns:
        The entry.
    """
    content = (icon(icon_name, class_name="" if current else "text-muted"), rx.el.span(label))
    if href:
        return _LinkItem.create(
            *content,
            render_=anchor(href=href),
            close_on_click=True,
            aria_current="page" if current else "false",
            class_name=classes(_ITEM, "bg-accent-soft text-accent-ink" if current else ""),
            **props,
        )
    return _Item.create(*content, class_name=_ITEM, **props)


def menu_choice(
    label: Child, value: Text, choices: list[tuple[str, str, str]], on_change: Any
) -> rx.Component:
    """Render a group of entries of which one is chosen.

    Args:
        label: Heading of the group.
        value: The chosen value.
        choices: (value, label, icon) of each entry.
        on_change: Event that takes the new value.

    Returns:
        The group.
    """
    rows = [
        _RadioItem.create(
            icon(drawing, class_name="text-muted"),
            rx.el.span(text, class_name="flex-1"),
            _RadioItemIndicator.create(icon("check", class_name="text-accent-ink")),
            value=key,
            close_on_click=False,
            class_name=_ITEM,
        )
        for key, text, drawing in choices
    ]
    heading = _GroupLabel.create(label, class_name="px-3 pt-2 pb-1 text-sm font-medium text-faint")
    return _Group.create(heading, _RadioGroup.create(*rows, value=value, on_value_change=on_change))


def menu_separator() -> rx.Component:
    """Render the line between two groups of entries."""
    return _Separator.create(class_name="mx-1.5 my-1.5 h-px bg-line")


def menu(trigger: rx.Component, *items: Child) -> rx.Component:
    """Render a menu and the button that opens it.

    Args:
        trigger: A `button(...)` or `icon_button(...)`.
        *items: `menu_item`, `menu_choice` and `menu_separator`.

    Returns:
        The menu.
    """
    popup = _Popup.create(*items, class_name=_POPUP)
    return _Root.create(
        _Trigger.create(render_=trigger),
        _Portal.create(
            _Positioner.create(
                popup,
                side="bottom",
                align="end",
                side_offset=8,
                # The bars with the menus stay in place when the page scrolls, so the menus must too.
                position_method="fixed",
                class_name="z-50 outline-none",
            ),
            # The portal is outside the page's landmarks, so it needs its own.
            custom_attrs={"role": "region"},
            aria_label=_("Menu"),
        ),
    )
