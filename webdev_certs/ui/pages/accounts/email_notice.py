"""Notices that the user's email is not confirmed."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, link
from webdev_certs.ui.components.button import Size, Variant
from webdev_certs.ui.states.accounts.confirmation import EmailNoticeState
from webdev_certs.ui.states.session.session import SessionState


def email_notice() -> rx.Component:
    """Render the notice above a screen that the user's email is not confirmed.

    Returns:
        The notice, or nothing if the email is confirmed.
    """
    return rx.cond(
        SessionState.is_authenticated & ~SessionState.email_confirmed,
        rx.el.aside(
            alert(
                _("Confirm your email"),
                rx.el.div(
                    rx.el.p(
                        _(
                            "We sent a link to {email}. Use it to get your certificates issued.",
                            email=SessionState.user_email,
                        ),
                        " ",
                        link(_("Wrong email?"), "/dashboard/profile"),
                        class_name="min-w-0 flex-1 basis-64 break-words",
                    ),
                    rx.el.div(resend("secondary"), class_name="flex flex-col gap-2 max-sm:w-full"),
                    class_name="flex flex-wrap items-center justify-between gap-x-6 gap-y-3",
                ),
                tone="warning",
            ),
            aria_label=_("Your email is not confirmed"),
            class_name="mb-8 print:hidden",
        ),
    )


def notice_before_exam() -> rx.Component:
    """Render the notice before a test that its certificate needs a confirmed email.

    Returns:
        The notice, or nothing if the email is confirmed.
    """
    return rx.cond(
        SessionState.email_confirmed,
        None,
        alert(
            _("Your email is not confirmed yet"),
            rx.el.p(
                _(
                    "You can take the test now. If you pass, you get the certificate when you use the link "
                    "that we sent to {email}.",
                    email=SessionState.user_email,
                )
            ),
            rx.el.div(resend("secondary"), class_name="mt-3 flex flex-col gap-2 sm:items-start"),
            tone="warning",
            class_name="mt-6",
        ),
    )


def resend(variant: Variant, size: Size = "sm") -> rx.Component:
    """Render the button that has the link mailed again, and its messages.

    Args:
        variant: As for `button`.
        size: As for `button`.

    Returns:
        The button and its messages.
    """
    state = EmailNoticeState
    return rx.fragment(
        button(
            _("Send the link again"),
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
