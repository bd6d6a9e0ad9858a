"""Signing in, registering, and the two ways that lead back to them."""

from typing import Any

import reflex as rx

from webdev_certs.components import (
    alert,
    button,
    card,
    checkbox,
    link,
    link_button,
    new_password_field,
    or_divider,
    password_field,
    sign_in_buttons,
    skeleton,
    text_field,
)
from webdev_certs.components.behaviour import Departure
from webdev_certs.pages.layout import public_page
from webdev_certs.settings import get_settings
from webdev_certs.states.auth_forms import AuthFormState
from webdev_certs.states.session import SessionState
from webdev_certs.states.social import SocialState


def login() -> rx.Component:
    """Render `/auth/login`."""
    errors = AuthFormState.field_errors
    return _auth_page(
        "Welcome back",
        "Sign in to go on with your tests and certificates.",
        _form(
            AuthFormState.login,
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
            submit="Sign in",
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
    return _auth_page(
        "Create your account",
        "Practice is free. Your certificates will bear the name you give here.",
        _form(
            AuthFormState.register,
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
            submit="Create account",
        ),
        *_other_services(),
        rx.el.p(
            "Already have an account? ",
            _switch("Sign in", "/auth/login"),
            class_name="mt-6 text-center text-muted",
        ),
    )


def forgot_password() -> rx.Component:
    """Render `/auth/forgot-password`."""
    return _auth_page(
        "Forgotten your password?",
        "This release cannot send mail yet, so a password cannot be reset from here.",
        alert(
            "Your account and certificates are safe",
            "Ask the people who run this site to help you back in; certificates stay verifiable meanwhile.",
        ),
        rx.el.div(
            link_button("How to get support", "/support", variant="secondary"),
            link("Back to sign in", "/auth/login"),
            class_name="mt-6 flex flex-col items-center gap-4",
        ),
    )


def callback() -> rx.Component:
    """Render `/auth/callback`, the return point of social sign-in."""
    failed = SocialState.failure != ""
    return _auth_page(
        rx.cond(failed, "Sign-in not completed", "Signing you in"),
        rx.cond(failed, "You are not signed in, and nothing has changed.", "This takes a moment."),
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
            link("Back to sign in", "/auth/login"),
            class_name="flex flex-col items-center gap-4",
        ),
        Departure.create(to=SocialState.departure),
    )


def _auth_page(title: Any, text: Any, *content: rx.Component) -> rx.Component:
    return public_page(
        rx.el.div(
            rx.el.h1(title, class_name="text-title font-semibold"),
            rx.el.p(text, class_name="mt-2 mb-8 text-muted"),
            card(*content, class_name="w-full"),
            class_name="mx-auto w-full max-w-md px-5 py-12 sm:py-20",
        )
    )


def _form(on_submit: Any, *fields: rx.Component, submit: str) -> rx.Component:
    return rx.el.form(
        rx.el.div(
            rx.cond(
                AuthFormState.form_error != "",
                alert(AuthFormState.form_error, tone="danger", class_name="mb-4"),
            ),
            role="alert",
        ),
        *fields,
        button(
            submit,
            type="submit",
            size="lg",
            # Before the session is read, a click would be lost; the browser shows that the button waits.
            loading=SessionState.loading,
            class_name="mt-2 w-full",
        ),
        # The server's words come in the field they belong to, so the browser's own bubbles stay away.
        no_validate=True,
        on_submit=on_submit,
        class_name="flex flex-col gap-2",
    )


def _other_services() -> list[rx.Component]:
    """Render social sign-in, where it is set up."""
    if not get_settings().social_url:
        return []
    return [
        or_divider(),
        rx.el.div(
            rx.cond(
                SocialState.failure != "",
                alert(SocialState.failure, tone="danger", class_name="mb-4"),
            ),
            role="alert",
        ),
        sign_in_buttons(SocialState.start, waiting=SessionState.loading, chosen=SocialState.provider),
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
