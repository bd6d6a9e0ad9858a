"""The profile's sections on security: password and linked services."""

from typing import Any

import reflex as rx

from webdev_certs.schemas.auth import MIN_PASSWORD
from webdev_certs.schemas.social import PROVIDER_NAMES
from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import button, button_group, new_password_field
from webdev_certs.ui.components.behavior import ExternalRedirect
from webdev_certs.ui.components.form import outcome
from webdev_certs.ui.components.lists import records
from webdev_certs.ui.components.section import panel
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.accounts.profile_account import current_password, save_button
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.accounts.password import PasswordState
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.accounts.sign_in_methods import MethodState, SignInMethodsState
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
            _("You do not have one yet. With a password you can also sign in with your email."),
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
        _("Linked services let you sign in without your password."),
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
            *sentence(_("{account} will sign in to this account without a password."), account=account)
        ),
        rx.fragment(*sentence(_("{account} will no longer sign in to this account."), account=account)),
    )


def _what_changes_unnamed(linking: rx.Var[bool]) -> rx.Var[str]:
    return rx.cond(
        linking,
        _("This account will sign in to this account without a password."),
        _("This account will no longer sign in to this account."),
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
