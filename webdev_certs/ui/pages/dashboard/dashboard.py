"""The dashboard: one screen, five views, chosen by the route's `view`."""

from collections.abc import Callable

import reflex as rx

from webdev_certs.shared.translation import _, pgettext
from webdev_certs.ui.components import page_header
from webdev_certs.ui.pages.dashboard import placeholders, views
from webdev_certs.ui.pages.dashboard.learning import with_certifications_link
from webdev_certs.ui.pages.layout import load_failed, member_page
from webdev_certs.ui.states.dashboard.dashboard import DashboardState
from webdev_certs.ui.states.dashboard.learning import LearningState
from webdev_certs.ui.states.session.session import SessionState

_VIEWS: dict[
    str, tuple[rx.Var[str] | str, str, str, Callable[[], rx.Component], Callable[[], rx.Component]]
] = {
    "overview": (
        _("Hello, {name}", name=SessionState.user_name),
        _("What to do next, and what you have earned."),
        _("Your overview could not be loaded"),
        views.overview,
        placeholders.overview,
    ),
    "certifications": (
        pgettext("a view of the dashboard", "Certifications"),
        _("Pass a test to earn its certificate. Choose a technology."),
        _("The certifications could not be loaded"),
        views.certifications,
        placeholders.certifications,
    ),
    "practice": (
        _("Practice"),
        _("Up to ten questions a round, with an explanation after every answer."),
        _("Practice could not be loaded"),
        views.practice,
        placeholders.practice,
    ),
    "progress": (
        _("Progress"),
        _("Your ability, your topics and everything you have done."),
        _("Your progress could not be loaded"),
        views.progress,
        placeholders.progress,
    ),
    "my-certificates": (
        _("Certificates"),
        _("Anyone who has a certificate’s number can verify it."),
        _("Your certificates could not be loaded"),
        views.certificates,
        placeholders.certificates,
    ),
}


def dashboard(view: str) -> rx.Component:
    """Render the dashboard's screen with one of its views.

    Args:
        view: A key of the five: "overview", "certifications", "practice", "progress", "my-certificates".

    Returns:
        The page.
    """
    title, subtitle, failure, content, placeholder = _VIEWS[view]
    failed = load_failed(
        failure,
        DashboardState.error,
        DashboardState.unreachable,
        [DashboardState.load, LearningState.load],
    )
    return member_page(
        page_header(title, subtitle),
        rx.match(
            DashboardState.phase,
            ("loading", placeholder()),
            ("ready", content()),
            # If only the learner's progress fails to load, learning.py shows a message in its place.
            with_certifications_link(failed) if view == "overview" else failed,
        ),
        waiting=rx.fragment(
            page_header(_("Hello") if view == "overview" else title, subtitle), placeholder()
        ),
        active=view,
    )
