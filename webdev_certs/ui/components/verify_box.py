"""A form that opens the verification page of a certificate number."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.button import button
from webdev_certs.ui.components.form import help_lines, text_input
from webdev_certs.ui.components.styling import Text
from webdev_certs.ui.components.text import sentence

_EXAMPLE = "WDC-RE-SAMP-1E00-A"
"""The number of a specimen, so that visitors who type it see a certificate."""


def _open(form: Any) -> Any:
    """Return the event that opens the verification page of the number in the form, or of a link's number."""
    number = form.to(dict[str, str])["number"].to(str).strip().upper().split("/VERIFY/")[-1]
    encoded = rx.vars.FunctionStringVar("encodeURIComponent").call(number).to(str)
    return rx.redirect("/verify/" + encoded)


def verify_box(
    *, waiting: Any = False, number: Text = "", on_submit: Any = _open, **props: Any
) -> rx.Component:
    """Render the form.

    Args:
        waiting: Whether the scripts do not run yet. A native submit would lose the number.
        number: The control's default value.
        on_submit: Takes the form's values; opens the page of `number` by default.
        **props: Passed on to the <form>.
    """
    return rx.el.form(
        rx.el.label(
            _("Certificate number"), html_for="number", class_name="mb-1.5 block text-sm font-medium text-ink"
        ),
        rx.el.div(
            text_input(
                "number",
                required=True,
                max_length=200,
                auto_complete="off",
                auto_capitalize="characters",
                spell_check=False,
                default_value=number,
                # React applies a new default value only to a new field, hence a new key for each number.
                key=number,
                class_name="h-12 font-mono uppercase sm:min-w-0",
            ),
            rx.el.div(
                help_lines(
                    "number",
                    # Not a placeholder: it would look like a number that is already typed.
                    hint=rx.fragment(
                        *sentence(
                            _(
                                "You’ll find the number on the certificate, for example {number}. Capitals "
                                "and hyphens don’t matter."
                            ),
                            number=rx.el.span(_EXAMPLE, class_name="font-mono whitespace-nowrap"),
                        )
                    ),
                ),
                # Below the control and the button on wide screens, where the two are side by side.
                class_name="max-sm:mb-4 sm:order-last sm:col-span-full",
            ),
            button(_("Verify"), type="submit", size="lg", disabled=waiting),
            class_name="grid gap-x-3 sm:grid-cols-[1fr_auto]",
        ),
        on_submit=on_submit,
        **props,
    )
