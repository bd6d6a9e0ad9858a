"""What opens above a page, with the browser's own dialogs and popovers."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.behavior.script import Script, import_path


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


class PopoverMenu(Script):
    """A popover that the button `trigger` opens and closes. A click on a link or an action closes it too."""

    library = import_path("popover_menu")
    tag = "PopoverMenu"
    trigger: rx.Var[Any]
