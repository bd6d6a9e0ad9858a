"""The screens for a forgotten password: asking for a link, and choosing a new password."""

import reflex as rx

from webdev_certs.schemas.auth import MIN_PASSWORD
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    button,
    link,
    link_button,
    new_password_field,
    skeleton,
)
from webdev_certs.ui.components.behavior import LinkToken, PageTitle
from webdev_certs.ui.components.form import message_id
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.accounts.frame import auth_page, email_field, link_refused, submit_button
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.accounts.recovery import ForgottenState, ResetState
from webdev_certs.ui.states.session.session import SessionState

_FORGOTTEN = "/auth/forgot-password"


def forgot_password() -> rx.Component:
    """Render `/auth/forgot-password`."""
    # Only once hydrated: the message of an earlier visit would hide the field while the visitor is typing.
    asked = (ForgottenState.sent_to != "") & rx.State.is_hydrated
    return auth_page(
        _("Forgot your password?"),
        rx.cond(
            asked,
            _("Open the link in the email to choose a new password."),
            _("Enter your email. We’ll send you a link to choose a new password."),
        ),
        _check_mail(asked),
        rx.cond(
            asked,
            rx.el.div(
                button(
                    _("Send another link"),
                    variant="secondary",
                    size="lg",
                    on_click=ForgottenState.ask_again,
                    class_name="w-full",
                ),
                class_name="mt-6",
            ),
        ),
        # Hidden and not removed, so that an email typed while the page loads stays.
        rx.el.div(
            state_form(
                ForgottenState,
                email_field(ForgottenState.field_errors.get("email", "")),
                on_submit=ForgottenState.ask,
                actions=submit_button(_("Email me a link"), busy=ForgottenState.busy),
            ),
            hidden=asked,
        ),
        _back_to_sign_in(),
    )


def reset_password() -> rx.Component:
    """Render `/auth/reset-password`."""
    done = ResetState.phase == "done"
    return auth_page(
        rx.cond(done, _("Password changed"), _("Choose a new password")),
        rx.match(
            ResetState.phase,
            ("done", _("From now on, sign in with the new one.")),
            ("refused", _("Your password hasn’t changed.")),
            _("Saving it signs you out everywhere."),
        ),
        PageTitle.create(text=rx.cond(done, _("Password changed · WebDev Certs"), "")),
        LinkToken.create(ready=~SessionState.loading, on_token=ResetState.open),
        rx.match(
            ResetState.phase,
            ("loading", skeleton(3)),
            ("form", _choose()),
            ("done", _done()),
            link_refused(
                ResetState.refusal,
                ResetState.refusal_text,
                link_button(_("Get a new link"), _FORGOTTEN, size="lg"),
                link(_("Back to sign in"), "/auth/login", look="alone", class_name="self-center"),
                id=message_id(ResetState.form_name),
            ),
        ),
    )


def _check_mail(asked: rx.Var[bool]) -> rx.Component:
    return rx.el.div(
        rx.cond(
            asked,
            alert(
                _("Check your email"),
                rx.el.p(
                    *sentence(
                        _(
                            "We’ve sent an email to {email}. Its link works for 30 minutes. Nothing there? "
                            "Check your spam folder, or try the email you registered with."
                        ),
                        email=rx.el.strong(ForgottenState.sent_to),
                    ),
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
    return rx.fragment(
        state_form(
            ResetState,
            new_password_field(
                _("New password"), min_length=MIN_PASSWORD, error=ResetState.field_errors.get("password", "")
            ),
            on_submit=ResetState.choose,
            actions=submit_button(_("Save new password"), busy=ResetState.busy),
        ),
        _back_to_sign_in(),
    )


def _done() -> rx.Component:
    return rx.fragment(
        rx.el.div(
            alert(
                _("You’re signed out on all devices"),
                rx.el.p(_("We’ve sent you an email about the change.")),
                tone="success",
            ),
            id=message_id(ResetState.form_name),
            tab_index=-1,
            role="status",
            class_name="outline-none",
        ),
        rx.el.div(
            link_button(_("Sign in"), "/auth/login", size="lg", class_name="w-full"), class_name="mt-6 flex"
        ),
    )


def _back_to_sign_in() -> rx.Component:
    return rx.el.div(
        link(_("Back to sign in"), "/auth/login", look="alone"), class_name="mt-6 flex justify-center"
    )
