"""Notices that the user's email is not confirmed."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, link
from webdev_certs.ui.components.behavior import Watch
from webdev_certs.ui.components.button import Size, Variant
from webdev_certs.ui.components.surface import tone_icon
from webdev_certs.ui.states.accounts.confirmation import EmailNoticeState
from webdev_certs.ui.states.session.session import SessionState

_ROOM = "mb-6 min-h-34 rounded-control px-4 py-3 sm:min-h-14 sm:py-2 print:hidden"
"""The room of the notice and of its placeholder, so that nothing moves when it appears."""


def email_notice() -> rx.Component:
    """Render the notice above a screen that the user's email is not confirmed; nothing if it is."""
    return rx.cond(
        SessionState.is_authenticated & ~SessionState.email_confirmed,
        rx.el.aside(
            tone_icon("warning", class_name="shrink-0 max-sm:mt-0.5"),
            rx.el.div(
                rx.el.p(
                    rx.el.span(
                        _("Confirm your email to take certification tests."), class_name="font-medium"
                    ),
                    " ",
                    rx.el.span(
                        _("Link sent to {email}.", email=SessionState.user_email),
                        class_name="max-sm:block wrap-anywhere",
                    ),
                    class_name="min-w-0 flex-1 basis-64",
                ),
                rx.el.div(
                    resend("secondary", _("Send again")),
                    link(_("Wrong email?"), "/dashboard/profile", look="alone"),
                    class_name="flex flex-wrap items-center gap-x-4 gap-y-1",
                ),
                class_name="flex min-w-0 flex-1 flex-wrap items-center gap-x-5 gap-y-2 text-sm text-ink",
            ),
            aria_label=_("Your email isn’t confirmed"),
            class_name=f"flex gap-3 sm:items-center bg-warning-soft text-warning {_ROOM}",
        ),
    )


def notice_block() -> rx.Component:
    """Render the placeholder of the notice, for browsers whose user had not confirmed the email before.

    Until the page has loaded its state, only a script in the document shows it (pages/root.py).
    """
    return rx.el.div(
        class_name=f"hidden animate-shimmer bg-warning-soft [[data-unconfirmed]_&]:block {_ROOM}"
    )


def once_confirmed(start: rx.Component) -> rx.Component:
    """Render the button that starts a test, and before the email is confirmed, how to confirm it.

    The page notices by itself when the email is confirmed in another tab or on another device.

    Args:
        start: The button.
    """
    state = EmailNoticeState
    notice = alert(
        _("Confirm your email, then start the test"),
        rx.el.p(
            _(
                "We’ve sent a link to {email}. Open it here or on your phone. This page will notice.",
                email=SessionState.user_email,
            ),
            class_name="wrap-anywhere",
        ),
        rx.el.div(
            resend("secondary"),
            link(_("Wrong email?"), "/dashboard/profile", look="alone"),
            class_name="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2",
        ),
        Watch.create(on_look=state.refresh),
        tone="warning",
        class_name="mb-3 w-full",
    )
    is_confirmed = SessionState.email_confirmed
    done = rx.cond(is_confirmed, _("Your email is confirmed. You’re ready to start the test."), "")
    return rx.fragment(
        rx.cond(is_confirmed, start, notice), rx.el.p(done, role="status", class_name="sr-only")
    )


def resend(variant: Variant, label: str = _("Send another link"), size: Size = "sm") -> rx.Component:
    """Render the button that asks for the link to be mailed again, and its messages.

    Args:
        variant: As for `button`.
        label: What the button says.
        size: As for `button`.
    """
    state = EmailNoticeState
    return rx.fragment(
        button(
            label,
            variant=variant,
            size=size,
            loading=state.busy,
            # A second click would send a second mail.
            on_click=state.resend.throttle(1000),
        ),
        rx.el.p(
            rx.cond(state.sent != "", _("Sent. Check your email."), ""),
            role="status",
            class_name="text-sm empty:hidden",
        ),
        rx.el.p(state.error, role="alert", class_name="text-sm text-danger empty:hidden sm:max-w-xs"),
    )
