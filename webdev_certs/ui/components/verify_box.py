"""The form that leads from a certificate number to its verification page."""

from typing import Any

import reflex as rx
from reflex_base.vars.function import FunctionStringVar

from webdev_certs.ui.components.button import button
from webdev_certs.ui.components.field import text_input


def _open(form: Any) -> Any:
    """Go to the page of the number that was typed."""
    number = form.to(dict[str, str])["number"].to(str).strip().upper()
    address = FunctionStringVar("encodeURIComponent").call(number).to(str)
    return rx.redirect("/verify/" + address)


def verify_box(**props: Any) -> rx.Component:
    """Render the form.

    Args:
        **props: Passed on to the <form>.

    Returns:
        The form: one control and its button.
    """
    return rx.el.form(
        rx.el.label("Certificate number", html_for="number", class_name="mb-2 block font-medium"),
        rx.el.div(
            text_input(
                "number",
                required=True,
                max_length=40,
                placeholder="WDC-RE-7K3M-92QF-Z",
                auto_complete="off",
                auto_capitalize="characters",
                spell_check=False,
                class_name="h-12 font-mono sm:flex-1 uppercase placeholder:font-mono sm:min-w-80",
            ),
            # Sent before the scripts run, the number would be lost.
            button("Verify", type="submit", size="lg", disabled=~rx.State.is_hydrated),
            class_name="flex gap-3 max-sm:flex-col",
        ),
        rx.el.p(
            "It is printed on every certificate. Upper or lower case does not matter.",
            id="number-help",
            class_name="mt-2 text-sm text-faint",
        ),
        on_submit=_open,
        **props,
    )
