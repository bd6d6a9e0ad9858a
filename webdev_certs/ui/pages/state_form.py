"""A form whose messages and counts are in a `FormState`."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.form import form
from webdev_certs.ui.states.shared.forms import FormState


def state_form(
    state: type[FormState], *fields: Any, on_submit: Any, actions: Any, stays: bool = False, **props: Any
) -> rx.Component:
    """Render a `form`.

    Args:
        state: Its state.
        *fields: Its fields.
        on_submit: An event handler of `state`, made by `submits`.
        actions: Its buttons.
        stays: Whether the form is still there after it was accepted: then it shows the notice, and its fields
            with their default values.
        **props: Passed on to the <form>.
    """
    if stays:
        props |= {"notice": state.notice, "version": state.version}
    return form(
        *fields,
        name=state.form_name,
        on_submit=on_submit,
        submission=state.submission,
        error=state.form_error,
        actions=actions,
        **props,
    )
