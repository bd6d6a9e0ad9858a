"""The profile: all settings on one screen, the most used first."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import button, page_header
from webdev_certs.ui.pages.accounts import (
    profile_account,
    profile_data,
    profile_extra_time,
    profile_language,
    profile_security,
)
from webdev_certs.ui.pages.layout import load_failed, loading_block, member_page
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.session.session import SessionState


def profile() -> rx.Component:
    """Render `/dashboard/profile`."""
    return member_page(
        page_header(
            _("Profile"),
            _("Your account and security"),
            button(_("Sign out"), variant="secondary", on_click=SessionState.logout),
        ),
        rx.match(
            ProfileState.phase,
            ("loading", loading_block(8)),
            (
                "ready",
                rx.el.div(
                    profile_account.name(),
                    profile_account.email(),
                    profile_security.password(),
                    profile_security.methods(),
                    profile_security.login_sessions(),
                    profile_extra_time.extra_time(),
                    profile_language.language(),
                    profile_account.accessibility(),
                    profile_data.export(),
                    profile_data.deletion(),
                ),
            ),
            load_failed(
                _("Your profile could not be loaded"), ProfileState.error, ProfileState.load, level=2
            ),
        ),
    )
