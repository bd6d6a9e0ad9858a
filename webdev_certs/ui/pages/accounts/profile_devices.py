"""The profile's section with the devices on which the account is signed in."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import badge, button, button_group, show_more, skeleton
from webdev_certs.ui.components.form import outcome
from webdev_certs.ui.components.lists import records
from webdev_certs.ui.components.section import panel
from webdev_certs.ui.pages.layout import load_failed
from webdev_certs.ui.states.accounts.login_sessions import LoginSessionsState
from webdev_certs.ui.states.session.session import SessionState


def login_sessions() -> rx.Component:
    """Render the list of login sessions."""
    state = LoginSessionsState
    return panel(
        _("Where you are signed in"),
        _("If you do not recognize a device, sign it out and change your password."),
        # If the list could not be loaded, the placeholder below says why.
        outcome(rx.cond(state.phase == "error", "", state.error), state.notice),
        rx.match(
            state.phase,
            ("loading", _login_sessions_block()),
            ("ready", _login_sessions()),
            load_failed(_("Your devices could not be loaded"), state.error, state.unreachable, state.load),
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
