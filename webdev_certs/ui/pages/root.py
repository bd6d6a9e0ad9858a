"""What surrounds every screen: the document's head, toasts, and word of a lost connection."""

import logging

import reflex as rx
from reflex.app import default_error_boundary
from reflex_base.event import EventSpec
from reflex_components_core.core.banner import has_too_many_connection_errors

from webdev_certs.client import SocialError
from webdev_certs.ui.components.behavior import UnloadGuard
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.toast import toast, toaster

log = logging.getLogger(__name__)


def head() -> list[rx.Component]:
    """Make the tags every document's head carries.

    Returns:
        Icon, theme colours and the preview card's type.
    """
    return [
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        *[
            rx.el.meta(
                name="theme-color",
                content=colour,
                custom_attrs={"media": f"(prefers-color-scheme: {mode})"},
            )
            for mode, colour in (("light", "#fbfcfe"), ("dark", "#0a1122"))
        ],
        rx.el.meta(name="color-scheme", content="light dark"),
    ]


def connection_notice() -> rx.Component:
    """Say so while the server cannot be reached; the app reconnects by itself.

    Returns:
        A polite live region at the top of the window.
    """
    note = rx.el.div(
        icon("wifi-off"),
        "Connection lost. Trying to reconnect…",
        class_name="flex items-center gap-2.5 rounded-full bg-ink px-4 py-2.5 text-sm font-medium "
        "text-canvas shadow-overlay",
    )
    return rx.el.div(
        rx.cond(has_too_many_connection_errors, note),
        role="status",
        class_name="pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center print:hidden",
    )


def report_failure(exception: Exception) -> EventSpec | None:
    """Tell the person that an event handler failed; what happened goes to the log.

    Args:
        exception: What the handler raised.

    Returns:
        The event that shows the message; None where the screen has said it: a social sign-in that cannot
        start says why before the error is raised again.
    """
    if isinstance(exception, SocialError):
        log.warning("a social sign-in could not start: %s: %s", exception.code, exception)
        return None
    # Reflex logs nothing of what it hands over.
    log.error("an event handler failed", exc_info=exception)
    return toast("Something went wrong on our side. Please try again.", "danger")


def app_wraps() -> dict:
    """Make the components around every page.

    Returns:
        The value for `rx.App(app_wraps=...)`.
    """
    return {
        (55, "ErrorBoundary"): lambda _stateful: default_error_boundary(),
        (5, "ConnectionNotice"): lambda _stateful: rx.fragment(connection_notice()),
        (4, "Toaster"): lambda _stateful: rx.fragment(toaster()),
        (3, "UnloadGuard"): lambda _stateful: rx.fragment(UnloadGuard.create()),
    }
