"""Modal dialogs that keep the focus inside and close by Escape, the close icon or their buttons."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.components.button import button_group, icon_button
from webdev_certs.ui.components.styling import Child, Flag

_DIALOG = (
    "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg flex-col rounded-card border border-line "
    "bg-raised text-ink shadow-overlay outline-none backdrop:bg-scrim open:flex open:animate-rise"
)


class ModalDialog(Script):
    """A <dialog> that is open while `open`. A click on `trigger` asks to open it.

    Its content exists only while it is open. A click on an element within `data-closes` asks to close it.
    """

    library = import_path("modal_dialog")
    tag = "ModalDialog"
    open: rx.Var[bool]
    dismissable: rx.Var[bool]
    """Whether a click on the backdrop asks to close it."""
    trigger: rx.Var[Any]
    title: rx.Var[Any]
    """Its accessible name."""
    description: rx.Var[Any]
    close_button: rx.Var[Any]
    head_class_name: rx.Var[str]
    text_class_name: rx.Var[str]
    title_class_name: rx.Var[str]
    description_class_name: rx.Var[str]
    on_open_change: rx.EventHandler[rx.event.passthrough_event_spec(bool)]
    """Takes the wanted value of `open`."""


def dialog_close(control: rx.Component) -> rx.Component:
    """Make a button close the dialog around it.

    Args:
        control: A `button(...)`; its own `on_click` runs as well.
    """
    control.custom_attrs["data-closes"] = ""
    return control


def dialog(
    trigger: rx.Component | None,
    title: Child,
    *body: Child,
    actions: Child | None = None,
    description: Child | None = None,
    open: Flag,
    on_open_change: Any,
    dismissable: bool = True,
) -> rx.Component:
    """Render a dialog and the button that opens it.

    Args:
        trigger: A `button(...)`, or None if only `open` opens the dialog.
        title: Heading; screen readers announce it when the dialog opens.
        *body: Content; scrolls when it is long.
        actions: Buttons at the bottom; wrap those that close the dialog in `dialog_close`.
        description: A sentence below the title, announced with it.
        open: Whether the dialog is open.
        on_open_change: Event that takes the new value of `open`.
        dismissable: Whether a click outside closes the dialog.
    """
    if trigger is not None:
        trigger.custom_attrs["aria-haspopup"] = "dialog"
    optional = {"trigger": trigger, "description": description}
    return ModalDialog.create(
        rx.el.div(*body, class_name="overflow-y-auto px-6 pt-2 pb-6") if body else None,
        button_group(actions, class_name="justify-end px-6 pb-6") if actions is not None else None,
        title=title,
        close_button=dialog_close(icon_button("x", _("Close"), class_name="-mr-2")),
        **{name: value for name, value in optional.items() if value is not None},
        open=open,
        on_open_change=on_open_change,
        dismissable=dismissable,
        class_name=_DIALOG,
        head_class_name="flex items-start gap-4 px-6 pt-4",
        text_class_name="min-w-0 flex-1 py-2",
        title_class_name="text-heading font-semibold",
        description_class_name="mt-1.5 text-muted",
    )
