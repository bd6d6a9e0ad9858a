"""The profile: one screen of settings, in the order in which people look for them."""

import reflex as rx

from webdev_certs.ui.components import button
from webdev_certs.ui.components import page_header
from webdev_certs.ui.pages import profile_account, profile_data, profile_security
from webdev_certs.ui.pages.layout import load_failed, loading_block, member_page
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.session.session import SessionState


def profile() -> rx.Component:
    """Render `/dashboard/profile`."""
    return member_page(
        page_header(
            "Profile",
            "What we know about you, and how you get in.",
            button("Sign out", variant="secondary", on_click=SessionState.logout),
        ),
        rx.match(
            ProfileState.phase,
            ("loading", loading_block(8)),
            (
                "ready",
                rx.el.div(
                    profile_account.name(),
                    profile_account.address(),
                    profile_security.password(),
                    profile_security.methods(),
                    profile_security.sessions(),
                    profile_account.accessibility(),
                    profile_data.export(),
                    profile_data.deletion(),
                ),
            ),
            load_failed("Your profile could not be loaded", ProfileState.error, ProfileState.load, level=2),
        ),
    )
