"""Forgotten passwords: asking for a link, and choosing a new password by it."""

import reflex as rx

from webdev_certs.components import alert, link_button, new_password_field, skeleton, text_field
from webdev_certs.ui.components import button
from webdev_certs.ui.components import link
from webdev_certs.ui.components.behavior import LinkToken
from webdev_certs.ui.components.form import form, message_id
from webdev_certs.ui.pages.accounts.frame import auth_page, link_refused, submit_button
from webdev_certs.ui.states.recovery import ForgottenState, ResetState
from webdev_certs.ui.states.session.session import SessionState

_FORGOTTEN = "/auth/forgot-password"


def forgot_password() -> rx.Component:
    """Render `/auth/forgot-password`."""
    # What an earlier visit said may still come first, and would take the field from under who already types.
    asked = (ForgottenState.sent_to != "") & rx.State.is_hydrated
    return auth_page(
        "Forgotten your password?",
        "Tell us your address, and we mail you a link with which you choose a new one.",
        _check_mail(asked),
        rx.cond(
            asked,
            rx.el.div(
                button("Ask again", variant="secondary", on_click=ForgottenState.ask_again),
                class_name="mt-6 flex justify-center",
            ),
        ),
        # Hidden rather than taken away: an address that is typed while the page still loads stays.
        rx.el.div(
            form(
                text_field(
                    "Email",
                    "email",
                    error=ForgottenState.field_errors.get("email", ""),
                    type="email",
                    auto_complete="username",
                    required=True,
                ),
                name=ForgottenState.form_name,
                on_submit=ForgottenState.ask,
                error=ForgottenState.form_error,
                actions=submit_button("Mail me a link", busy=ForgottenState.busy),
            ),
            hidden=asked,
        ),
        _back_to_sign_in(),
    )


def reset_password() -> rx.Component:
    """Render `/auth/reset-password`."""
    return auth_page(
        "Choose a new password",
        rx.match(
            ResetState.phase,
            ("done", "From now on it opens your account, and the old one no longer does."),
            ("refused", "Your password is as it was."),
            "You are signed out everywhere as soon as it is saved.",
        ),
        LinkToken.create(ready=~SessionState.loading, on_token=ResetState.open),
        rx.match(
            ResetState.phase,
            ("loading", skeleton(3)),
            ("form", _choose()),
            ("done", _done()),
            link_refused(
                ResetState.refusal,
                ResetState.refusal_text,
                link_button("Ask for a new link", _FORGOTTEN),
                link("Back to sign in", "/auth/login"),
                id=message_id(ResetState.form_name),
            ),
        ),
    )


def _check_mail(asked: rx.Var[bool]) -> rx.Component:
    return rx.el.div(
        rx.cond(
            asked,
            alert(
                "Check your mail",
                rx.el.p(
                    "A mail is on its way to ",
                    rx.el.strong(ForgottenState.sent_to),
                    ". The link in it is good for 30 minutes. Nothing there? Look among the junk, or ask "
                    "again with the address that you registered with.",
                ),
                tone="success",
            ),
        ),
        id=ForgottenState.sent_id,
        tab_index=-1,
        role="status",
        class_name="outline-none",
    )


def _choose() -> rx.Component:
    return form(
        new_password_field("New password", error=ResetState.field_errors.get("password", "")),
        name=ResetState.form_name,
        on_submit=ResetState.choose,
        error=ResetState.form_error,
        actions=submit_button("Save the new password", busy=ResetState.busy),
    )


def _done() -> rx.Component:
    return rx.fragment(
        rx.el.div(
            alert(
                "Your password is changed",
                rx.el.p("You have been signed out on all devices. A mail confirms the change."),
                tone="success",
            ),
            id=message_id(ResetState.form_name),
            tab_index=-1,
            role="status",
            class_name="outline-none",
        ),
        rx.el.div(
            link_button("Sign in", "/auth/login", size="lg", class_name="w-full"), class_name="mt-6 flex"
        ),
    )


def _back_to_sign_in() -> rx.Component:
    return rx.el.div(link("Back to sign in", "/auth/login"), class_name="mt-6 flex justify-center")
