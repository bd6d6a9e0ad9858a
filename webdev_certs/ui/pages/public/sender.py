"""Who sends a form of a public page, and a field that only programs fill in."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import text_field
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.shared.forms import FormState


def sender(state: type[FormState], *, name_hint: str, email_hint: str) -> rx.Component:
    """Render the fields for the sender's name and email, filled in if they are signed in.

    Args:
        state: The state of the form.
        name_hint: What the name is used for.
        email_hint: What the email is used for.
    """
    # Re-rendered once the login session is restored, to prefill both.
    return rx.el.div(
        text_field(
            _("Your name"),
            "name",
            hint=name_hint,
            error=state.field_errors.get("name", ""),
            default_value=SessionState.user_name,
            auto_complete="name",
            max_length=100,
            required=True,
        ),
        text_field(
            _("Your email"),
            "email",
            hint=email_hint,
            error=state.field_errors.get("email", ""),
            default_value=SessionState.user_email,
            type="email",
            auto_complete="email",
            required=True,
        ),
        key=SessionState.user_id,
        class_name="flex flex-col gap-5",
    )


def trap() -> rx.Component:
    """Render the honeypot field against spam."""
    return rx.el.div(
        rx.el.label(_("Leave this empty"), html_for="website"),
        rx.el.input(id="website", name="website", tab_index=-1, auto_complete="off"),
        aria_hidden="true",
        class_name="absolute -left-[9999px] h-px w-px overflow-hidden",
    )
