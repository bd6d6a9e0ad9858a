"""Modal dialogs that keep the focus inside and close by Escape, the close icon or their buttons."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.components.button import button_group, icon_button
from webdev_certs.ui.components.styling import Child, Number

_DIALOG = (
    "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg flex-col rounded-card border border-line "
    "bg-raised text-ink shadow-overlay outline-none backdrop:bg-scrim open:flex open:animate-rise"
)


class ModalDialog(Script):
    """A <dialog>, whose content exists only while it is open.

    A click on `data-opens` in its `trigger` opens it, and one on `data-closes` in its content closes it.
    """

    library = import_path("modal_dialog")
    tag = "ModalDialog"
    accepted: rx.Var[int]
    """Closes it when it grows."""
    dismissable: rx.Var[bool]
    """Whether a click on the backdrop closes it."""
    trigger: rx.Var[Any]
    title: rx.Var[Any]
    """Its accessible name."""
    description: rx.Var[Any]
    close_button: rx.Var[Any]
    head_class_name: rx.Var[str]
    text_class_name: rx.Var[str]
    title_class_name: rx.Var[str]
    description_class_name: rx.Var[str]
    on_closed: rx.EventHandler[rx.event.no_args_event_spec]


def dialog_open(control: rx.Component) -> rx.Component:
    """Make a button, or an entry of a menu, open the dialog that it is in the trigger of."""
    control.custom_attrs |= {"data-opens": "", "aria-haspopup": "dialog"}
    return control


def dialog_close(control: rx.Component) -> rx.Component:
    """Make a button close the dialog around it.

    Args:
        control: A `button(...)`; its own `on_click` runs as well.
    """
    control.custom_attrs["data-closes"] = ""
    return control


def dialog(
    trigger: rx.Component,
    title: Child,
    *body: Child,
    actions: Child | None = None,
    description: Child | None = None,
    accepted: Number | None = None,
    on_closed: Any = None,
    dismissable: bool = True,
) -> rx.Component:
    """Render a dialog and what opens it. The browser opens and closes it, without the server.

    Args:
        trigger: A control made by `dialog_open`, or what contains it.
        title: Heading; screen readers announce it when the dialog opens.
        *body: Content; scrolls when it is long.
        actions: Buttons at the bottom; wrap those that close the dialog in `dialog_close`.
        description: A sentence below the title, announced with it.
        accepted: Counts what the server has accepted from a form in the dialog, which then closes.
        on_closed: Event after it was closed.
        dismissable: Whether a click outside closes the dialog.
    """
    optional = {"description": description, "accepted": accepted, "on_closed": on_closed}
    return ModalDialog.create(
        rx.el.div(*body, class_name="overflow-y-auto px-6 pt-2 pb-6") if body else None,
        button_group(actions, class_name="justify-end px-6 pb-6") if actions is not None else None,
        trigger=trigger,
        title=title,
        close_button=dialog_close(icon_button("x", _("Close"), class_name="-mr-2")),
        **{name: value for name, value in optional.items() if value is not None},
        dismissable=dismissable,
        class_name=_DIALOG,
        head_class_name="flex items-start gap-4 px-6 pt-4",
        text_class_name="min-w-0 flex-1 py-2",
        title_class_name="text-heading font-semibold",
        description_class_name="mt-1.5 text-muted",
    )
