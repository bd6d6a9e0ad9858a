"""What every page has: the document's head, toasts, and a notice when the connection is lost."""

import logging
from typing import cast

import reflex as rx

from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import _, accepted_language, in_language, language_prefix
from webdev_certs.ui.client import SocialError
from webdev_certs.ui.components.behavior import (
    EarlyClick,
    MissedScript,
    NavigationProgress,
    Offline,
    OfflineSignOut,
    RouteAnnouncer,
    UnloadGuard,
)
from webdev_certs.ui.components.button import button_classes, button_group
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.toast import toaster
from webdev_certs.ui.pages.routes import ROUTES, consumer_routes
from webdev_certs.ui.reflex_internals import error_boundary, has_too_many_connection_errors, language_of_event
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.shared.toasts import ToastState

log = logging.getLogger(__name__)

_FONT = "/fonts/inter-95600d18.woff2"
"""The typeface. Its name contains a hash of its content; assets/tokens.css names it too."""


_ASKS_QUESTIONS = rx.Var("/\\/(test|practice-test)\\//.test(location.pathname)", _var_type=bool)
"""Whether the page is that of a test or of practice; computed in the browser."""
_NOTE_UNCONFIRMED = """try {
  const user = JSON.parse(localStorage.getItem("user"));
  if (user.email_confirmed === false) document.documentElement.dataset.unconfirmed = "";
} catch {}"""
"""Marks the document before the first paint if the stored user's email is not confirmed."""
_STORE_ZONE = """try {
  localStorage.setItem("time_zone", Intl.DateTimeFormat().resolvedOptions().timeZone || "");
} catch {}"""
"""Stores the time zone (states/session/locale.py) before anything loads, so that no shown time changes."""


_MOST_STORED = 16_384
"""The longest value, in characters, that the product stores under a key of local storage."""
_DROP_OVERSIZED = f"""(() => {{
  const own = /^(access_token|refresh_token|user|payment_redirect|time_zone|sb-.+)$/;
  const drop = (key) => {{
    if (!own.test(key)) return;
    if ((localStorage.getItem(key) ?? "").length > {_MOST_STORED}) localStorage.removeItem(key);
  }};
  try {{
    Object.keys(localStorage).forEach(drop);
    window.addEventListener("storage", ({{ key }}) => drop(key));
  }} catch {{}}
}})();"""
"""Removes values that are too long to come from here, before they are sent with the first message: the server
would end the connection each time (web/tab_limits.py)."""


_REGISTER_WORKER = """addEventListener("load", () => {
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
});"""
"""Registers the worker that shows the offline page (web/installable). Some private windows allow none."""


def head() -> list[rx.Component]:
    """Return the tags in the head of every document: icon, typeface and theme colors."""
    return [
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href="/apple-touch-icon.png"),
        rx.el.link(rel="manifest", href=f"{language_prefix()}/manifest.webmanifest"),
        # Fetched before the style sheet names it, but with a lower priority than the style sheet.
        rx.el.link(
            rel="preload",
            # Next to the style sheet, which is built into the folder of the language.
            href=language_prefix() + _FONT,
            type="font/woff2",
            custom_attrs={"as": "font", "crossOrigin": "anonymous", "fetchPriority": "low"},
        ),
        *[
            rx.el.meta(
                name="theme-color",
                content=color,
                custom_attrs={"media": f"(prefers-color-scheme: {mode})"},
            )
            for mode, color in (("light", "#fbfcfe"), ("dark", "#0a1122"))
        ],
        rx.el.meta(name="color-scheme", content="light dark"),
        rx.el.script(_DROP_OVERSIZED),
        rx.el.script(_NOTE_UNCONFIRMED),
        rx.el.script(_STORE_ZONE),
        rx.el.script(_REGISTER_WORKER),
    ]


def connection_notice() -> rx.Component:
    """Render a notice while the server cannot be reached; the app reconnects automatically.

    Returns:
        A polite live region at the top of the window.
    """
    note = rx.el.div(
        icon("wifi-off"),
        _("Connection lost. Trying to reconnect…"),
        class_name="flex items-center gap-2.5 rounded-full bg-ink px-4 py-2.5 text-sm font-medium "
        "text-canvas shadow-overlay",
    )
    return rx.el.div(
        rx.cond(has_too_many_connection_errors, note),
        role="status",
        class_name="pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center print:hidden",
    )


def navigation_progress() -> rx.Component:
    """Render a bar at the top of the window while the next page or the answer to a click takes a while."""
    return NavigationProgress.create(
        label=_("Loading the page"),
        waiting_label=_("Waiting for the server"),
        class_name="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 overflow-hidden bg-accent-soft",
        bar_class_name="h-full w-1/3 animate-slide rounded-full bg-accent-ink "
        "forced-colors:forced-color-adjust-none forced-colors:bg-[Highlight]",
    )


def offline() -> rx.Component:
    """Render the script that handles clicks without a connection, and its notices.

    Returns:
        A polite live region at the bottom of the window.
    """
    return Offline.create(
        waiting=_("You’re offline. The page you chose opens when you’re back online."),
        # Translators: {page} is the title of a page, e.g. “Practice”.
        waiting_for=_("You’re offline. “{page}” opens when you’re back online.", page="{page}"),
        names=_page_names(),
        refused=_(
            "You’re offline, so nothing was sent. You can keep reading this page. Try again when you’re "
            "back online."
        ),
        saved=_("Saved answers are safe."),
        stay=_("Stay here"),
        sign_out=f"{SessionState.get_full_name()}.{SessionState.logout.fn.__name__}",
        # Above the tabs at the bottom; on wide screens, which have none, beside the navigation.
        class_name="pointer-events-none fixed inset-x-5 bottom-4 z-50 flex flex-col items-center gap-2 "
        "max-lg:bottom-20 lg:[body:has([data-side])_&]:left-69 print:hidden",
        notice_class_name="pointer-events-auto flex max-w-xl items-center gap-4 "
        "rounded-card bg-ink px-4 py-2.5 text-sm font-medium text-canvas shadow-overlay forced-colors:border",
        stay_class_name="min-h-11 shrink-0 underline underline-offset-4",
    )


def _page_names() -> dict[str, str]:
    """Return path → name of each page; of a path with a variable part, only the beginning."""
    routes = (*ROUTES, *consumer_routes(get_settings()))
    return {route.path.partition("[")[0]: route.name or _("Home page") for route in routes}


def offline_sign_out() -> rx.Component:
    """Render the script that signs out without a connection, and its notice, which covers the page."""
    return OfflineSignOut.create(
        text=_("You’re signed out on this device. The home page opens when you’re back online."),
        home=f"{language_prefix()}/",
        class_name="visible fixed inset-0 z-50 grid place-items-center bg-canvas px-5 text-center text-ink "
        "outline-none",
    )


def broken_page() -> rx.Component:
    """Render what is shown instead of a page whose script has failed; Reflex logs the failure.

    Returns:
        A page of its own, without the shell, which may be what has failed.
    """
    return rx.el.main(
        rx.el.h1(_("We couldn’t show this page"), class_name="text-heading font-semibold"),
        rx.el.p(
            _("Something on this page failed. Reload it, or go to the home page."),
            rx.cond(_ASKS_QUESTIONS, rx.fragment(" ", _("Saved answers are safe."))),
            class_name="mt-2 text-muted",
        ),
        button_group(
            # An empty `href` is the URL of the page. Opening it loads the scripts again too.
            rx.el.a(_("Reload"), href="", class_name=button_classes("primary", "md")),
            rx.el.a(
                _("Home page"), href=f"{language_prefix()}/", class_name=button_classes("secondary", "md")
            ),
            class_name="mt-6",
        ),
        class_name="mx-auto flex min-h-dvh max-w-xl flex-col justify-center px-5",
    )


def report_failure(exception: Exception) -> rx.event.EventSpec | None:
    """Log an exception of an event handler and return the event that tells the user about it.

    Args:
        exception: The exception.

    Returns:
        The event that shows a message, or None if the page shows one already: a social sign-in that cannot
        start shows its reason before it raises the exception again.
    """
    if isinstance(exception, SocialError):
        log.warning("A social sign-in could not start: %s: %s", exception.code, exception)
        return None
    # Reflex does not log exceptions that it passes to this function.
    log.error("An event handler failed", exc_info=exception)
    # Reflex calls this outside the task of the handler, which has set the language.
    with in_language(accepted_language(language_of_event())):
        text = _("Something went wrong. Please try again.")
    return cast(rx.event.EventSpec, ToastState.show(text, "danger"))


def app_wraps() -> dict:
    """Return the components around every page, for `rx.App(app_wraps=...)`."""
    return {
        (55, "ErrorBoundary"): lambda _stateful: error_boundary(fallback_render=broken_page()),
        (5, "ConnectionNotice"): lambda _stateful: rx.fragment(connection_notice()),
        (4, "Toaster"): lambda _stateful: rx.fragment(
            toaster(ToastState.latest, rx.State.router.session.client_token)
        ),
        (3, "UnloadGuard"): lambda _stateful: rx.fragment(UnloadGuard.create()),
        (1, "NavigationProgress"): lambda _stateful: rx.fragment(navigation_progress()),
        (2, "RouteAnnouncer"): lambda _stateful: rx.fragment(RouteAnnouncer.create(class_name="sr-only")),
        (2, "Offline"): lambda _stateful: rx.fragment(offline()),
        (2, "OfflineSignOut"): lambda _stateful: rx.fragment(offline_sign_out()),
        (2, "EarlyClick"): lambda _stateful: rx.fragment(EarlyClick.create()),
        (2, "MissedScript"): lambda _stateful: rx.fragment(MissedScript.create()),
    }
