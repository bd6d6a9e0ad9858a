"""Tabs with their panels."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from webdev_certs.ui.components.base_ui import BaseUI
from webdev_certs.ui.components.styling import Child


class _Part(BaseUI):
    """A part of Base UI's tabs."""

    library = "@base-ui/react/tabs"
    namespace = "Tabs"


class _Root(_Part):
    tag = "Tabs.Root"
    value: rx.Var[str]
    default_value: rx.Var[str]
    on_value_change: rx.EventHandler[rx.event.passthrough_event_spec(str)]


class _List(_Part):
    tag = "Tabs.List"
    activate_on_focus: rx.Var[bool]


class _Tab(_Part):
    tag = "Tabs.Tab"
    value: rx.Var[str]


class _Panel(_Part):
    tag = "Tabs.Panel"
    value: rx.Var[str]


_TAB = (
    "-mb-px min-h-11 shrink-0 rounded-t-md border-b-2 border-transparent px-3 text-[0.9375rem] font-medium "
    "text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 "
    "data-active:border-accent-ink data-active:text-ink"
)


def tabs(items: Sequence[tuple[str, Child, Child]], *, label: str, **props: Any) -> rx.Component:
    """Render tabs, which also switch with the arrow keys.

    Args:
        items: (value, label, panel) of each tab.
        label: What the tabs switch between, for screen readers.
        **props: Passed on; `value` and `on_value_change` let a state choose the tab.

    Returns:
        The tabs.
    """
    row = [_Tab.create(text, value=key, class_name=_TAB) for key, text, _ in items]
    panels = [_Panel.create(panel, value=key, class_name="rounded-control pt-6") for key, _, panel in items]
    return _Root.create(
        _List.create(
            *row,
            activate_on_focus=True,
            aria_label=label,
            class_name="flex gap-2 overflow-x-auto overflow-y-hidden border-b border-line",
        ),
        *panels,
        **({"default_value": items[0][0]} | props),
    )
