"""The profile's forms for who one is: name, address, and how one works best."""

from typing import Any

import reflex as rx

from webdev_certs.components import alert, checkbox, password_field, select, text_field
from webdev_certs.ui.components import button
from webdev_certs.ui.components import field
from webdev_certs.ui.components.form import form
from webdev_certs.ui.components.panel import panel
from webdev_certs.ui.states.address import AddressState
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.profile_forms import AccessibilityState, NameState

_EXTRA_TIME = [
    ("0", "No extra time"),
    ("25", "25 % more time"),
    ("50", "50 % more time"),
    ("100", "Twice the time"),
]


def name() -> rx.Component:
    """Render the name's form."""
    return panel(
        "Name",
        "Your certificates bear it. Those that are issued keep the name they were issued in.",
        form(
            text_field(
                "Full name",
                "full_name",
                error=NameState.field_errors.get("full_name", ""),
                default_value=ProfileState.full_name,
                auto_complete="name",
                max_length=120,
                required=True,
            ),
            name=NameState.form_name,
            on_submit=NameState.save,
            error=NameState.form_error,
            notice=NameState.notice,
            version=NameState.version,
            actions=save_button("Save the name", NameState.busy),
        ),
        id="your-name",
    )


def address() -> rx.Component:
    """Render the address with its state, and the form for another one."""
    errors = AddressState.field_errors
    return panel(
        "Email address",
        "You sign in with it, and our mails go there.",
        _present_address(),
        _awaited_address(),
        form(
            text_field(
                "New address",
                "new_email",
                error=errors.get("new_email", ""),
                type="email",
                auto_complete="email",
                required=True,
            ),
            present_password("address_password", errors),
            name=AddressState.form_name,
            on_submit=AddressState.change,
            error=AddressState.form_error,
            notice=AddressState.notice,
            version=AddressState.version,
            actions=save_button("Change the address", AddressState.busy),
        ),
        id="your-address",
    )


def accessibility() -> rx.Component:
    """Render the form for extra time and less motion."""
    error = AccessibilityState.field_errors.get("extra_time_percent", "")
    return panel(
        "Accessibility",
        "Nobody else sees these, and no certificate mentions them.",
        form(
            field(
                "Time for tests",
                select("extra_time_percent", _EXTRA_TIME, error=error, default_value=ProfileState.extra_time),
                name="extra_time_percent",
                hint="For tests that you start from now on.",
                error=error,
            ),
            checkbox(
                "reduced_motion",
                "Less motion: nothing slides, fades or turns, whatever your device is set to",
                default_checked=ProfileState.reduced_motion,
            ),
            name=AccessibilityState.form_name,
            on_submit=AccessibilityState.save,
            error=AccessibilityState.form_error,
            notice=AccessibilityState.notice,
            version=AccessibilityState.version,
            actions=save_button("Save these settings", AccessibilityState.busy),
        ),
        id="your-accessibility",
    )


def _present_address() -> rx.Component:
    return rx.el.dl(
        rx.el.div(
            rx.el.dt("Present address", class_name="text-sm text-muted"),
            rx.el.dd(
                ProfileState.email,
                rx.cond(
                    ProfileState.email_confirmed,
                    rx.el.span(" (confirmed)", class_name="font-normal text-muted"),
                    rx.el.span(" (not confirmed)", class_name="font-normal text-warning"),
                ),
                class_name="mt-0.5 font-medium break-words",
            ),
        ),
        class_name="mb-5",
    )


def _awaited_address() -> rx.Component:
    return rx.cond(
        ProfileState.pending_email != "",
        alert(
            f"Waiting for {ProfileState.pending_email}",
            rx.el.p(
                "The change takes effect when you use the link that we mailed there. To have it sent "
                "again, or to another address, fill in the form once more."
            ),
            tone="accent",
            class_name="mb-5 break-words",
        ),
    )


def present_password(name: str, errors: Any) -> rx.Component:
    """Ask for the password of those who have one.

    Args:
        name: The name of the control.
        errors: The form's `field_errors`.

    Returns:
        The field, or nothing.
    """
    return rx.cond(
        ProfileState.has_password, password_field("Your present password", name, error=errors.get(name, ""))
    )


def save_button(label: str, busy: rx.Var[bool]) -> rx.Component:
    """Render the button of one of the screen's forms.

    Args:
        label: What it saves; names of buttons differ, so that they can be told apart by ear.
        busy: Whether it is being saved.

    Returns:
        The button.
    """
    return button(label, type="submit", variant="secondary", loading=busy, class_name="mt-1")
