"""The word that an address is not confirmed, where that matters."""

import reflex as rx

from webdev_certs.components import alert
from webdev_certs.ui.components import button
from webdev_certs.ui.components import link
from webdev_certs.ui.components.button import Variant
from webdev_certs.ui.states.accounts.confirmation import AddressNoticeState
from webdev_certs.ui.states.session.session import SessionState


def address_notice() -> rx.Component:
    """Say above a screen that the address is not confirmed.

    Returns:
        A bar, as long as that is so.
    """
    return rx.cond(
        SessionState.is_authenticated & ~SessionState.email_confirmed,
        rx.el.aside(
            alert(
                "Confirm your address",
                rx.el.div(
                    rx.el.p(
                        f"We mailed a link to {SessionState.user_email}. Certificates are issued once you "
                        "have used it. ",
                        link("Wrong address?", "/dashboard/profile"),
                        class_name="min-w-0 flex-1 basis-64 break-words",
                    ),
                    rx.el.div(resend("secondary"), class_name="flex flex-col gap-2"),
                    class_name="flex flex-wrap items-center justify-between gap-x-6 gap-y-3",
                ),
                tone="warning",
            ),
            aria_label="Your address is not confirmed",
            class_name="mb-8 print:hidden",
        ),
    )


def notice_before_test() -> rx.Component:
    """Say before a test what a missing confirmation means for its certificate.

    Returns:
        A notice, as long as the address is not confirmed.
    """
    return rx.cond(
        SessionState.email_confirmed,
        None,
        alert(
            "Your address is not confirmed yet",
            rx.el.p(
                "You can take the test now. If you pass, the certificate is issued as soon as you have used "
                f"the link that we mailed to {SessionState.user_email}."
            ),
            rx.el.div(resend("secondary"), class_name="mt-3 flex flex-col items-start gap-2"),
            tone="warning",
            class_name="mt-6",
        ),
    )


def resend(variant: Variant) -> rx.Component:
    """Render the button that has the link mailed again, with what came of it.

    Args:
        variant: As for `button`.

    Returns:
        The button and the places of its words.
    """
    state = AddressNoticeState
    return rx.fragment(
        button("Send the link again", variant=variant, size="sm", loading=state.busy, on_click=state.resend),
        rx.el.p(
            rx.cond(state.sent != "", "Sent. Look into your mail.", ""),
            role="status",
            class_name="text-sm empty:hidden",
        ),
        rx.el.p(state.error, role="alert", class_name="max-w-xs text-sm text-danger empty:hidden"),
    )
