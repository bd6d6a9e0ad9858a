"""Forms: fields, what is wrong with the whole of them, what went well, and their buttons."""

from typing import Any

import reflex as rx

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
    **props: Any,
) -> rx.Component:
    """Render a form whose words come from the server; the browser's own bubbles stay away.

    Args:
        *fields: Its `field`s. They keep what was typed whatever the server says.
        name: Its id; `<name>-message` is the place of its words, which can take the focus.
        on_submit: Event taking what the form holds.
        actions: Its buttons, one of `type="submit"`.
        error: What is wrong with the whole form, or nothing.
        notice: What has just been done, or nothing.
        version: Another one draws the fields afresh, with their default values.
        **props: Passed on to the <form>.

    Returns:
        The form.
    """
    return rx.el.form(
        rx.el.div(outcome(error, notice), id=message_id(name), tab_index=-1, class_name="outline-none"),
        rx.el.div(*fields, key=version, class_name="flex flex-col gap-2"),
        actions,
        id=name,
        no_validate=True,
        on_submit=on_submit,
        **props,
    )


def outcome(error: Text, notice: Text = "") -> rx.Component:
    """Render the places where it is said how something went.

    They are there before their words are, so that these are announced.

    Args:
        error: What is wrong, or nothing.
        notice: What has just been done, or nothing.

    Returns:
        Two live regions.
    """
    return rx.fragment(
        rx.el.div(rx.cond(is_set(error), alert(error, tone="danger", class_name="mb-4")), role="alert"),
        rx.el.div(rx.cond(is_set(notice), alert(notice, tone="success", class_name="mb-4")), role="status"),
    )


def message_id(name: str) -> str:
    """The id of the place where the form of this name says how it went."""
    return f"{name}-message"
