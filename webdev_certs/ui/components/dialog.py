"""Modal dialogs that keep the focus inside and close by Escape, the close icon or their buttons."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.base_ui import BaseUI
from webdev_certs.ui.components.button import button_group, icon_button
from webdev_certs.ui.components.styling import Child, Flag


class _Part(BaseUI):
    """A part of Base UI's dialog."""

    library = "@base-ui/react/dialog"
    namespace = "Dialog"


class _Root(_Part):
    tag = "Dialog.Root"
    open: rx.Var[bool]
    disable_pointer_dismissal: rx.Var[bool]
    on_open_change: rx.EventHandler[rx.event.passthrough_event_spec(bool)]


class _Trigger(_Part):
    tag = "Dialog.Trigger"
    render_: rx.Var[rx.Component]


class _Portal(_Part):
    tag = "Dialog.Portal"


class _Backdrop(_Part):
    tag = "Dialog.Backdrop"


class _Popup(_Part):
    tag = "Dialog.Popup"


class _Title(_Part):
    tag = "Dialog.Title"


class _Description(_Part):
    tag = "Dialog.Description"


class _Close(_Part):
    tag = "Dialog.Close"
    render_: rx.Var[rx.Component]


_MOTION = "transition-all duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 "
_POPUP = _MOTION + (
    "fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-lg -translate-y-1/2 flex-col "
    "rounded-card border border-line bg-raised text-ink shadow-overlay outline-none "
    "data-ending-style:scale-[0.98] data-starting-style:scale-[0.98]"
)


def dialog_close(control: rx.Component) -> rx.Component:
    """Make a button close the dialog around it.

    Args:
        control: A `button(...)`; its own `on_click` runs as well.

    Returns:
        The button.
    """
    return _Close.create(render_=control)


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

    Returns:
        The dialog.
    """
    head = rx.el.div(
        rx.el.div(
            _Title.create(title, class_name="text-heading font-semibold"),
            _Description.create(description, class_name="mt-1.5 text-muted")
            if description is not None
            else None,
            class_name="min-w-0 flex-1 py-2",
        ),
        dialog_close(icon_button("x", _("Close"), class_name="-mr-2")),
        class_name="flex items-start gap-4 px-6 pt-4",
    )
    return _Root.create(
        _Trigger.create(render_=trigger) if trigger is not None else None,
        _Portal.create(
            _Backdrop.create(class_name=_MOTION + "fixed inset-0 z-50 bg-scrim"),
            _Popup.create(
                head,
                rx.el.div(*body, class_name="overflow-y-auto px-6 pt-2 pb-6") if body else None,
                button_group(actions, class_name="justify-end border-t border-line px-6 py-4")
                if actions is not None
                else None,
                class_name=_POPUP,
            ),
        ),
        disable_pointer_dismissal=not dismissable,
        open=open,
        on_open_change=on_open_change,
    )
