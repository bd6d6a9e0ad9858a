"""Signing in, registering, and coming back from another service."""

import reflex as rx

from webdev_certs.components import (
    alert,
    button,
    checkbox,
    link,
    new_password_field,
    or_divider,
    password_field,
    sign_in_buttons,
    skeleton,
    text_field,
)
from webdev_certs.ui.components.behavior import Departure
from webdev_certs.ui.components.form import form, outcome
from webdev_certs.ui.pages.accounts.frame import WAITING, auth_page, submit_button
from webdev_certs.settings.settings import get_settings
from webdev_certs.ui.states.auth_forms import REGISTER, SIGN_IN, AuthFormState
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.accounts.social import SocialState


def login() -> rx.Component:
    """Render `/auth/login`."""
    errors = AuthFormState.field_errors
    return auth_page(
        "Welcome back",
        "Sign in to go on with your tests and certificates.",
        form(
            text_field(
                "Email",
                "email",
                error=errors["email"],
                type="email",
                auto_complete="username",
                required=True,
            ),
            password_field(
                "Password", "password", error=errors["password"], auto_complete="current-password"
            ),
            name=SIGN_IN,
            on_submit=AuthFormState.login,
            error=AuthFormState.form_error,
            actions=submit_button("Sign in"),
        ),
        *_other_services(),
        rx.el.div(
            link("Forgot your password?", "/auth/forgot-password"),
            rx.el.p("New here? ", _switch("Create an account", "/auth/register")),
            class_name="mt-6 flex flex-col items-center gap-3 text-center text-muted",
        ),
    )


def register() -> rx.Component:
    """Render `/auth/register`."""
    errors = AuthFormState.field_errors
    return auth_page(
        "Create your account",
        "Practice is free. Your certificates will bear the name you give here.",
        form(
            text_field(
                "Full name",
                "full_name",
                hint="As it should stand on a certificate.",
                error=errors["full_name"],
                auto_complete="name",
                required=True,
                max_length=120,
            ),
            text_field(
                "Email",
                "email",
                error=errors["email"],
                type="email",
                auto_complete="username",
                required=True,
            ),
            new_password_field(error=errors["password"]),
            checkbox(
                "accept_terms",
                rx.fragment(
                    "I accept the ",
                    link("terms", "/terms"),
                    " and the ",
                    link("privacy notice", "/privacy"),
                    ".",
                ),
                error=errors["accept_terms"],
            ),
            name=REGISTER,
            on_submit=AuthFormState.register,
            error=AuthFormState.form_error,
            actions=submit_button("Create account"),
        ),
        *_other_services(),
        rx.el.p(
            "Already have an account? ",
            _switch("Sign in", "/auth/login"),
            class_name="mt-6 text-center text-muted",
        ),
    )


def callback() -> rx.Component:
    """Render `/auth/callback`, the return point of social sign-in."""
    failed = SocialState.failure != ""
    return auth_page(
        rx.cond(failed, "Sign-in not completed", "Signing you in"),
        rx.cond(failed, "Nothing has changed.", "This takes a moment."),
        rx.el.div(
            rx.cond(failed, alert(SocialState.failure, tone="danger", class_name="mb-6")),
            role="alert",
        ),
        rx.cond(failed, None, rx.el.div(skeleton(2), class_name="mb-6")),
        rx.el.div(
            rx.cond(
                failed,
                button("Try again", size="lg", loading=SessionState.loading, on_click=SocialState.retry),
            ),
            rx.cond(
                # Someone who is signed in has come to link a service.
                SessionState.is_authenticated,
                link("Back to your profile", "/dashboard/profile"),
                link("Back to sign in", "/auth/login"),
            ),
            class_name="flex flex-col items-center gap-4",
        ),
        Departure.create(to=SocialState.departure),
    )


def _other_services() -> list[rx.Component]:
    """Render social sign-in, where it is set up."""
    if not get_settings().social_url:
        return []
    return [
        or_divider(),
        outcome(SocialState.failure),
        sign_in_buttons(SocialState.start, waiting=WAITING, chosen=SocialState.provider),
        rx.el.p(
            "By continuing with Google or GitHub you accept the ",
            link("terms", "/terms"),
            " and the ",
            link("privacy notice", "/privacy"),
            ".",
            class_name="mt-3 text-center text-sm text-muted",
        ),
        Departure.create(to=SocialState.departure),
    ]


def _switch(label: str, path: str) -> rx.Component:
    # Until the address has been read there is nothing to click: the way back would be lost.
    return rx.cond(
        SessionState.loading,
        rx.el.span(label, class_name="font-medium text-accent-ink"),
        link(label, rx.Var.create(path) + AuthFormState.return_query),
    )
