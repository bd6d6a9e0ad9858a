"""The profile's sections on security: password, linked services and login sessions."""

from typing import Any

import reflex as rx

from webdev_certs.schemas.auth import MIN_PASSWORD, PROVIDER_NAMES
from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import badge, button, button_group, new_password_field, show_more, skeleton
from webdev_certs.ui.components.behavior import ExternalRedirect
from webdev_certs.ui.components.form import outcome
from webdev_certs.ui.components.lists import records
from webdev_certs.ui.components.section import panel
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.accounts.profile_account import current_password, save_button
from webdev_certs.ui.pages.layout import load_failed
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.accounts.profile_security import (
    LoginSessionsState,
    MethodState,
    PasswordState,
    SignInMethodsState,
)
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.session import SessionState

_ROW = "flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-3"


def password() -> rx.Component:
    """Render the form for a new password."""
    errors = PasswordState.field_errors
    return panel(
        _("Password"),
        rx.cond(
            ProfileState.has_password,
            _("A new password signs you out everywhere else."),
            _("You don’t have one yet. With a password, you can sign in with your email, too."),
        ),
        state_form(
            PasswordState,
            current_password("current_password", errors, _("Show current password")),
            new_password_field(
                _("New password"),
                "new_password",
                min_length=MIN_PASSWORD,
                error=errors.get("new_password", ""),
                show=_("Show new password"),
            ),
            on_submit=PasswordState.change,
            stays=True,
            actions=rx.cond(
                ProfileState.has_password,
                save_button(_("Change password"), PasswordState.busy),
                save_button(_("Set password"), PasswordState.busy),
            ),
        ),
        id="your-password",
    )


def methods() -> rx.Component:
    """Render the linked services, and those that can be linked where they are set up."""
    state = SignInMethodsState
    services = PROVIDER_NAMES.items() if get_settings().social_url else ()
    return panel(
        _("Sign-in with other services"),
        _("Sign in with a linked service, without your password."),
        outcome(state.error),
        outcome(SocialState.failure),
        _question(),
        rx.cond(
            state.rows.length() > 0,
            records(rx.foreach(state.rows, _identity), caption=_("Linked services")),
            rx.el.p(_("No linked accounts."), class_name="text-muted"),
        ),
        rx.cond(
            ProfileState.email_confirmed,
            button_group(*[_link(*service) for service in services], class_name="mt-4"),
            rx.el.p(_("Confirm your email before you link one."), class_name="mt-3 text-sm text-muted")
            if services
            else None,
        ),
        ExternalRedirect.create(to=SocialState.departure),
        id="methods",
    )


def _question() -> rx.Component:
    """Ask for the password before a service is linked or unlinked, and show the outcome."""
    state = MethodState
    linking = state.action == "link"
    return state_form(
        state,
        rx.cond(
            state.action != "",
            rx.fragment(
                rx.el.div(
                    rx.el.p(
                        rx.cond(
                            linking,
                            _("Link {service}?", service=state.service),
                            _("Unlink {service}?", service=state.service),
                        ),
                        class_name="font-medium",
                    ),
                    rx.el.p(
                        rx.cond(state.email != "", _what_changes(linking), _what_changes_unnamed(linking)),
                        class_name="mt-1 break-words text-muted",
                    ),
                    id=state.question_id,
                    tab_index=-1,
                    class_name="mb-2 outline-none",
                ),
                current_password(
                    "method_password", state.field_errors, _("Show current password, for the service")
                ),
            ),
        ),
        on_submit=state.change,
        stays=True,
        actions=rx.cond(
            state.action != "",
            rx.fragment(
                button(
                    rx.cond(
                        linking,
                        _("Yes, link {service}", service=state.service),
                        _("Yes, unlink {service}", service=state.service),
                    ),
                    type="submit",
                    loading=state.busy,
                ),
                button(_("Cancel"), variant="ghost", on_click=state.keep),
            ),
        ),
        class_name=rx.cond(state.action != "", "mb-5 rounded-card border border-line bg-surface p-5", ""),
    )


def _what_changes(linking: rx.Var[bool]) -> rx.Component:
    account = rx.el.strong(MethodState.email, class_name="font-medium text-ink")
    return rx.cond(
        linking,
        rx.fragment(
            *sentence(
                _("You’ll be able to sign in here with {account}, without a password."), account=account
            )
        ),
        rx.fragment(
            *sentence(_("You won’t be able to sign in here with {account} anymore."), account=account)
        ),
    )


def _what_changes_unnamed(linking: rx.Var[bool]) -> rx.Var[str]:
    return rx.cond(
        linking,
        _("You’ll be able to sign in here with your account there, without a password."),
        _("You won’t be able to sign in here with your account there anymore."),
    )


def _identity(row: Any) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.p(row.name, class_name="font-medium text-ink"),
            rx.el.p(
                _("{email} · since {date}", email=row.email, date=row.since),
                class_name="text-sm break-words text-muted",
            ),
            class_name="min-w-0 flex-1 basis-40",
        ),
        button(
            _("Unlink"),
            variant="ghost",
            size="sm",
            aria_label=_("Unlink {service}", service=row.name),
            on_click=MethodState.ask_unlink(row.identity_id, row.name, row.email),
        ),
        class_name=_ROW,
    )


def _link(provider: str, name: str) -> rx.Component:
    return rx.cond(
        SignInMethodsState.linked.contains(provider),
        None,
        button(
            _("Link {service}", service=name),
            variant="secondary",
            loading=SessionState.loading & (SocialState.provider == provider),
            on_click=SocialState.start(provider, True),
        ),
    )


def login_sessions() -> rx.Component:
    """Render the list of login sessions."""
    state = LoginSessionsState
    return panel(
        _("Where you’re signed in"),
        _("Don’t recognize a device? Sign it out and change your password."),
        # If the list could not be loaded, the placeholder below says why.
        outcome(rx.cond(state.phase == "error", "", state.error), state.notice),
        rx.match(
            state.phase,
            ("loading", _login_sessions_block()),
            ("ready", _login_sessions()),
            load_failed(_("We couldn’t load your devices"), state.error, state.unreachable, state.load),
        ),
        id="login-sessions",
    )


def _login_sessions() -> rx.Component:
    state = LoginSessionsState
    return rx.fragment(
        records(rx.foreach(state.rows, _login_session), caption=_("Devices")),
        show_more(
            _("devices"),
            following=state.following,
            loading=state.busy == "show_more",
            on_click=state.show_more,
        ),
        rx.cond(
            state.rows.length() > 1,
            button_group(
                button(
                    _("Sign out everywhere else"),
                    variant="secondary",
                    loading=state.busy == "end_others",
                    on_click=state.end_others,
                ),
                class_name="mt-4",
            ),
        ),
    )


def _login_sessions_block() -> rx.Component:
    """Render the placeholder of one device, as high as its row."""
    lines = ("my-1 h-4 w-40", "mt-2 h-4 w-56", "mt-1 h-4 w-48")
    return rx.el.div(
        *[skeleton(0, class_name=f"{line} max-w-full", aria_hidden="true") for line in lines],
        role="status",
        aria_label=_("Loading"),
        class_name="rounded-card border border-line bg-surface px-5 py-3 shadow-card max-sm:min-h-40",
    )


def _login_session(row: Any) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.p(
                row.device,
                rx.cond(row.current, badge(_("This device"), tone="success")),
                class_name="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-ink",
            ),
            rx.el.p(_("Last seen {seen}", seen=row.seen), class_name="mt-1 text-sm text-muted"),
            rx.el.p(_("Signed in on {date}", date=row.since), class_name="text-sm text-muted"),
            class_name="min-w-0 flex-1 basis-40",
        ),
        rx.cond(
            row.current,
            button(_("Sign out"), variant="ghost", size="sm", on_click=SessionState.logout),
            button(
                _("Sign out"),
                variant="ghost",
                size="sm",
                aria_label=_("Sign out {device}", device=row.device),
                loading=LoginSessionsState.busy == row.login_session_id,
                on_click=LoginSessionsState.end(row.login_session_id, row.device),
            ),
        ),
        class_name="flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-3",
    )
