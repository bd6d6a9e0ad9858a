"""The frame of the screens for signing in, registering and mailed links."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import button, card, text_field
from webdev_certs.ui.pages.layout import public_page
from webdev_certs.ui.states.session.session import SessionState

WAITING = SessionState.loading | ~rx.State.is_hydrated
"""Whether the page is not ready for a click: the login session was not read yet, or the screen not reset."""


def auth_page(title: Any, text: Any, *content: Any) -> rx.Component:
    """Render a screen in this frame.

    Args:
        title: Its heading.
        text: One sentence below the heading.
        *content: The content of its card.
    """
    return public_page(
        rx.el.div(
            rx.el.h1(title, class_name="text-2xl font-semibold"),
            rx.el.p(text, class_name="mt-2 mb-8 text-muted"),
            card(*content, class_name="w-full"),
            class_name="mx-auto w-full max-w-md px-5 py-12 sm:py-20",
        )
    )


def email_field(error: Any) -> rx.Component:
    """Render the field for the email that the visitor signs in with.

    Args:
        error: Error message, or an empty text.
    """
    return text_field(_("Email"), "email", error=error, type="email", auto_complete="username", required=True)


def submit_button(label: str, *, busy: Any = False) -> rx.Component:
    """Render the submit button of such a screen's form.

    Args:
        label: Its label.
        busy: Whether the form is being submitted.
    """
    return button(label, type="submit", size="lg", loading=WAITING | busy, class_name="w-full")


def link_refused(refusal: Any, text: Any, *actions: Any, id: str) -> rx.Component:
    """Render why a mailed link was refused.

    Args:
        refusal: Why, as a heading.
        text: An explanation.
        *actions: What to do instead.
        id: The id of the message, which can take the focus.

    Returns:
        The content of the card.
    """
    return rx.el.div(
        rx.el.div(
            rx.el.h2(refusal, class_name="text-heading font-semibold"),
            rx.el.p(text, class_name="mt-1.5 text-muted"),
            id=id,
            tab_index=-1,
            role="alert",
            class_name="outline-none",
        ),
        rx.el.div(*actions, class_name="mt-6 flex flex-col gap-4"),
    )
