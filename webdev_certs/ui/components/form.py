"""Forms: messages, fields and buttons."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.button import button_group
from webdev_certs.ui.components.styling import Child, Number, Text, is_set
from webdev_certs.ui.components.surface import alert


def form(
    *fields: Child,
    name: str,
    on_submit: Any,
    actions: Child,
    error: Text,
    notice: Text = "",
    version: Number = 0,
    submission: Number,
    **props: Any,
) -> rx.Component:
    """Render a form that the server validates; the browser's own validation is off.

    Args:
        *fields: Its `field`s. They keep their values when the server refuses the form.
        name: Id of the form. `<name>-message` is the id of its messages, which can take the focus.
        on_submit: Event that takes the form's values.
        actions: Its buttons, one of them with `type="submit"`.
        error: Error of the whole form, or an empty text.
        notice: Success message, or an empty text.
        version: A new number renders the fields again with their default values.
        submission: Number of the next submission. It is sent with the form, so that a second click is not
            taken for another submission.
        **props: Passed on to the <form>.

    Returns:
        The form.
    """
    return rx.el.form(
        rx.el.div(outcome(error, notice), id=message_id(name), tab_index=-1, class_name="outline-none"),
        rx.el.input(type="hidden", name="submission", value=submission),
        rx.el.div(*fields, key=version, class_name="flex flex-col gap-5"),
        button_group(actions, class_name="mt-6 empty:hidden"),
        id=name,
        no_validate=True,
        on_submit=on_submit,
        **props,
    )


def outcome(error: Text, notice: Text = "") -> rx.Component:
    """Render the live regions for an error and a success message.

    They exist before their messages, so screen readers announce the messages.

    Args:
        error: Error message, or an empty text.
        notice: Success message, or an empty text.

    Returns:
        Two live regions.
    """
    return rx.fragment(
        rx.el.div(rx.cond(is_set(error), alert(error, tone="danger", class_name="mb-4")), role="alert"),
        rx.el.div(rx.cond(is_set(notice), alert(notice, tone="success", class_name="mb-4")), role="status"),
    )


def message_id(name: str) -> str:
    """Return the id of the messages of the form with this name."""
    return f"{name}-message"
