"""The screens for signing in, registering, and returning from Google or GitHub."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from webdev_certs.schemas.auth import MIN_PASSWORD, PROVIDER_NAMES
from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    button,
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
from webdev_certs.ui.components.behavior import ExternalRedirect
from webdev_certs.ui.components.form import outcome
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.accounts.frame import WAITING, auth_page, email_field, submit_button
from webdev_certs.ui.pages.page_texts import IS_FREE
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.accounts.sign_in import RegistrationState, SignInState
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.session import SessionState


def login() -> rx.Component:
    """Render `/auth/login`."""
    errors = SignInState.field_errors
    return auth_page(
        _("Welcome back"),
        _("Sign in to practice, take tests and see your certificates."),
        state_form(
            SignInState,
            email_field(errors.get("email", "")),
            password_field(
                _("Password"), "password", error=errors.get("password", ""), auto_complete="current-password"
            ),
            on_submit=SignInState.login,
            actions=submit_button(_("Sign in")),
        ),
        rx.el.p(
            link(_("Forgot your password?"), "/auth/forgot-password", look="alone"),
            class_name="mt-4 text-center",
        ),
        *_other_services(),
        rx.el.p(
            *sentence(_("New here? {register}"), register=_switch(_("Create an account"), "/auth/register")),
            class_name="mt-6 text-center text-muted",
        ),
    )


def register() -> rx.Component:
    """Render `/auth/register`."""
    errors = RegistrationState.field_errors
    return auth_page(
        _("Create your account"),
        _register_lead(),
        state_form(
            RegistrationState,
            text_field(
                _("Full name"),
                "full_name",
                error=errors.get("full_name", ""),
                auto_complete="name",
                required=True,
                max_length=120,
            ),
            email_field(errors.get("email", "")),
            new_password_field(min_length=MIN_PASSWORD, error=errors.get("password", "")),
            checkbox(
                "accept_terms",
                rx.fragment(
                    *sentence(
                        _("I accept the {terms} and have read the {privacy_notice}."),
                        **_documents(),
                    ),
                ),
                error=errors.get("accept_terms", ""),
            ),
            on_submit=RegistrationState.register,
            actions=submit_button(_("Create account")),
        ),
        *_other_services(),
        rx.el.p(
            *sentence(_("Already have an account? {sign_in}"), sign_in=_switch(_("Sign in"), "/auth/login")),
            class_name="mt-6 text-center text-muted",
        ),
    )


def _register_lead() -> rx.Component:
    """Render what comes next, or what is free. All take as many lines, so that nothing moves."""
    return rx.fragment(
        rx.match(
            RegistrationState.aim,
            ("practice", _("Create an account first. Practice is free.")),
            ("test", _("Create an account first. The test is free.")),
            ("plan", _("Create an account first, then choose a plan.")),
            IS_FREE,
        ),
        " ",
        _("Your name goes on your certificates."),
    )


def callback() -> rx.Component:
    """Render `/auth/callback`, the return point of social sign-in."""
    failed = SocialState.failure != ""
    # The provider is unknown if the page was opened in another tab, or the server has restarted since.
    is_known = SocialState.provider != ""
    again = [(name, _("Try again with {provider}", provider=label)) for name, label in PROVIDER_NAMES.items()]
    return auth_page(
        rx.cond(failed, _("Sign-in not completed"), _("Signing you in")),
        rx.cond(failed, _("Nothing has changed."), _("This takes a moment.")),
        rx.el.div(
            rx.cond(failed, _failure()),
            role="alert",
        ),
        rx.cond(failed, None, rx.el.div(skeleton(2), class_name="mb-6")),
        rx.cond(
            SocialState.may_follow & SessionState.is_authenticated, rx.fragment(on_mount=SocialState.follow)
        ),
        rx.el.div(
            rx.cond(
                failed & is_known,
                button(
                    rx.match(SocialState.provider, *again, _("Try again")),
                    size="lg",
                    loading=SessionState.loading,
                    on_click=SocialState.retry,
                    class_name="w-full",
                ),
            ),
            rx.cond(
                failed & ~is_known,
                _way_back(link_button, size="lg", class_name="w-full"),
                _way_back(link),
            ),
            class_name="flex flex-col items-center gap-4",
        ),
        ExternalRedirect.create(to=SocialState.departure),
    )


def _way_back(look: Callable[..., rx.Component], **props: Any) -> rx.Component:
    """Render where to go instead. A signed-in user came to link a service."""
    return rx.cond(
        SessionState.is_authenticated,
        look(_("Back to your profile"), "/dashboard/profile", **props),
        look(_("Back to sign in"), "/auth/login", **props),
    )


def _failure() -> rx.Component:
    """Render why the sign-in was not completed. Nothing went wrong if the visitor canceled it."""
    ways_on = rx.cond(
        SocialState.is_canceled & ~SessionState.is_authenticated,
        _("You can also sign in with your email and password."),
        "",
    )
    tone = rx.cond(SocialState.is_canceled, "neutral", "danger")
    return alert(SocialState.failure, ways_on, tone=tone, class_name="mb-6")


def _other_services() -> list[rx.Component]:
    """Render social sign-in, if it is set up."""
    if not get_settings().social_url:
        return []
    return [
        or_divider(),
        outcome(SocialState.failure),
        sign_in_buttons(
            PROVIDER_NAMES,
            lambda provider: SocialState.start(provider, False),
            waiting=WAITING,
            chosen=SocialState.provider,
        ),
        rx.el.p(
            *sentence(
                _(
                    "By continuing with Google or GitHub, you accept the {terms} and confirm that you’ve "
                    "read the {privacy_notice}."
                ),
                **_documents(),
            ),
            class_name="mt-3 text-center text-sm text-muted",
        ),
        ExternalRedirect.create(to=SocialState.departure),
    ]


def _documents() -> dict[str, rx.Component]:
    """Return the links to what people accept, as parts of a sentence."""
    return {
        "terms": link(_("terms"), "/terms"),
        "privacy_notice": link(_("privacy notice"), "/privacy"),
    }


def _switch(label: str, path: str) -> rx.Component:
    # Not a link until the URL has been read, because it would lose the return path.
    return rx.cond(
        SessionState.loading,
        rx.el.span(label, class_name="font-medium text-accent-ink"),
        link(label, rx.Var.create(path) + SignInState.return_query),
    )
