"""The profile: all settings on one screen, the most used first."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import page_header, skeleton
from webdev_certs.ui.pages.accounts import mails, profile_account, profile_data, profile_security
from webdev_certs.ui.pages.layout import load_failed, member_page
from webdev_certs.ui.states.accounts.profile import ExtraTimeState, ProfileState
from webdev_certs.ui.states.accounts.profile_security import LoginSessionsState, SignInMethodsState


def profile() -> rx.Component:
    """Render `/dashboard/profile`."""
    return member_page(
        _header(),
        rx.match(
            ProfileState.phase,
            ("loading", _placeholder()),
            (
                "ready",
                rx.el.div(
                    profile_account.name(),
                    profile_account.email(),
                    profile_security.password(),
                    profile_security.methods(),
                    profile_security.login_sessions(),
                    profile_account.extra_time(),
                    profile_account.language(),
                    mails.emails(),
                    profile_account.accessibility(),
                    profile_data.tutor_consent(),
                    profile_data.export(),
                    profile_data.deletion(),
                ),
            ),
            load_failed(
                _("We couldn’t load your profile"),
                ProfileState.error,
                ProfileState.unreachable,
                # The other calls of the page have probably failed too, so repeat all of them.
                [ProfileState.load, SignInMethodsState.load, LoginSessionsState.load, ExtraTimeState.load],
                level=2,
            ),
        ),
        waiting=rx.fragment(_header(), _placeholder()),
        active="profile",
    )


def _header() -> rx.Component:
    return page_header(_("Profile"), _("Your account and security."))


def _placeholder() -> rx.Component:
    """Render the placeholder of the first settings, each with its heading beside it."""
    return rx.el.div(
        *[
            rx.el.div(
                skeleton(3, class_name="w-60 max-lg:min-h-20", aria_hidden="true"),
                rx.el.div(
                    *[_field()] * fields,
                    skeleton(
                        0, corners="rounded-control", class_name="h-11 w-40 max-sm:w-full", aria_hidden="true"
                    ),
                    class_name="flex flex-col gap-6",
                ),
                class_name="grid gap-5 border-t border-line py-8 first:border-t-0 first:pt-0 "
                "lg:grid-cols-[1fr_2fr] lg:gap-12",
            )
            for fields in (1, 3, 2)
        ],
        role="status",
        aria_label=_("Loading"),
    )


def _field() -> rx.Component:
    return rx.el.span(
        skeleton(0, class_name="h-4 w-32", aria_hidden="true"),
        skeleton(0, corners="rounded-control", class_name="mt-2 h-11", aria_hidden="true"),
    )
