"""The dashboard: one screen, five views, chosen by the route's `view`."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _, pgettext
from webdev_certs.ui.components import alert, badge, empty_state, link, link_button, page_header, show_more
from webdev_certs.ui.components.lists import record, records
from webdev_certs.ui.components.status import status_badge
from webdev_certs.ui.pages.certificates.own import certificate_card
from webdev_certs.ui.pages.certificates.sharing import profile_card
from webdev_certs.ui.pages.dashboard import placeholders
from webdev_certs.ui.pages.dashboard.overview import daily_plan, next_step, technologies_begun
from webdev_certs.ui.pages.dashboard.standing import (
    due_reviews,
    progress_overview,
    with_certifications_link,
)
from webdev_certs.ui.pages.dashboard.technology_cards import (
    practice_card,
    technology_card,
)
from webdev_certs.ui.pages.layout import load_failed, member_page
from webdev_certs.ui.states.certificates.own import OwnCertificatesState
from webdev_certs.ui.states.dashboard.dashboard import DashboardState, heading_id
from webdev_certs.ui.states.dashboard.standing import StandingState
from webdev_certs.ui.states.session.navigation import PRACTICE_HISTORY, PRACTICE_SEARCH
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState

_GRID = "grid gap-5 sm:grid-cols-2"
_SECTION = "mt-10 mb-4 text-heading font-semibold"


def overview() -> rx.Component:
    """Render the next step, due reviews with the streak, where the learner stands, and the daily plan."""
    return rx.el.div(
        next_step(),
        # If loading fails, the next step shows the reason, so the others show nothing.
        due_reviews(failed=rx.fragment(), with_streak=True),
        technologies_begun(),
        daily_plan(),
        class_name="flex flex-col gap-6",
    )


def certifications() -> rx.Component:
    """Render the technologies with the learner's progress in each."""
    return rx.fragment(rx.el.h2(_("Technologies"), class_name="sr-only"), _cards())


def _cards() -> rx.Component:
    return rx.el.ul(rx.foreach(DashboardState.cards, technology_card), class_name=_GRID)


def practice() -> rx.Component:
    """Render the links to practice, and the latest practice sessions."""
    return rx.fragment(
        _failure(),
        rx.el.div(due_reviews(with_mistakes=True), class_name="mb-6"),
        rx.el.h2(_("Technologies"), class_name="sr-only"),
        rx.el.ul(rx.foreach(DashboardState.cards, practice_card), class_name=_GRID),
        rx.cond(DashboardState.mock_exams.length() > 0, _mock_exams()),
        _practice_sessions(
            empty_state(
                "practice",
                _("No practice rounds yet"),
                _("Choose a technology above. A\u00a0round takes about ten minutes."),
            )
        ),
    )


def progress() -> rx.Component:
    """Render where the learner stands, and all attempts and practice sessions."""
    return rx.fragment(
        _failure(),
        rx.cond(
            (DashboardState.attempts.length() > 0) | (DashboardState.practice_sessions.length() > 0),
            rx.fragment(
                progress_overview(),
                _heading(_("Certification tests"), "attempts", class_name=_SECTION),
                rx.cond(
                    DashboardState.attempts.length() > 0,
                    records(
                        rx.foreach(DashboardState.attempts, _attempt_record), caption=_("Certification tests")
                    ),
                    rx.el.p(_("No tests yet."), class_name="text-muted"),
                ),
                _more("attempts", _("tests")),
                _practice_sessions(rx.el.p(_("No practice rounds yet."), class_name="text-muted")),
            ),
            empty_state(
                "progress",
                _("No progress yet"),
                _(
                    "After your first practice round, you’ll see your ability, your topics and your results "
                    "here."
                ),
                link_button(_("Start practice"), "/dashboard/practice"),
            ),
        ),
    )


def certificates() -> rx.Component:
    """Render the certificates, or how to earn one."""
    return rx.fragment(
        _heading(_("All certificates"), "certificates", class_name="sr-only"),
        _failure(),
        rx.cond(
            OwnCertificatesState.error != "",
            alert(OwnCertificatesState.error, tone="danger", role="alert", class_name="mb-5"),
        ),
        rx.cond(
            OwnCertificatesState.cards.length() > 0,
            rx.el.ul(rx.foreach(OwnCertificatesState.cards, certificate_card), class_name="grid gap-5"),
            rx.cond(
                # Certificates are issued once the email is confirmed.
                (DashboardState.passed_count > 0) & ~SessionState.email_confirmed,
                empty_state(
                    "certificates",
                    _("Confirm your email to get your certificate"),
                    _(
                        "We’ve sent a link to {email}. Open it, and we’ll issue your certificate right away.",
                        email=SessionState.user_email,
                    ),
                ),
                empty_state(
                    "certificates",
                    _("No certificates yet"),
                    _("Pass a certification test to earn one."),
                    link_button(_("Choose a certification"), "/dashboard/certifications"),
                ),
            ),
        ),
        _more("certificates", _("certificates")),
        rx.cond(OwnCertificatesState.cards.length() > 0, profile_card()),
    )


def _heading(text: str, which: str, **props: Any) -> rx.Component:
    return rx.el.h2(text, id=heading_id(which), tab_index=-1, **props)


def _failure() -> rx.Component:
    return rx.cond(
        DashboardState.error != "",
        alert(DashboardState.error, tone="danger", role="alert", class_name="mb-5"),
    )


def _more(which: str, what: str) -> rx.Component:
    return show_more(
        what,
        following=DashboardState.following[which],
        loading=DashboardState.busy,
        on_click=DashboardState.show_more(which),
    )


def _mock_exams() -> rx.Component:
    return rx.fragment(
        _heading(_("Mock exams"), "mock_exams", class_name=_SECTION),
        records(rx.foreach(DashboardState.mock_exams, _attempt_record), caption=_("Mock exams")),
        _more("mock_exams", _("mock exams")),
    )


def _practice_sessions(none: rx.Component) -> rx.Component:
    return rx.fragment(
        _heading(_("Practice rounds"), "practice_sessions", class_name=_SECTION),
        rx.el.p(
            rx.el.span(
                link(_("Search the questions you’ve answered"), PRACTICE_HISTORY, look="alone"),
                rx.cond(PaymentState.has_paid, None, badge(_("Pro"), "accent")),
                class_name="inline-flex flex-wrap items-center gap-2",
            ),
            link(_("Search all practice questions"), PRACTICE_SEARCH, look="alone"),
            class_name="-mt-2 mb-4 flex flex-wrap gap-x-6 gap-y-3",
        ),
        rx.cond(
            DashboardState.practice_sessions.length() > 0,
            records(
                rx.foreach(DashboardState.practice_sessions, _practice_record), caption=_("Practice rounds")
            ),
            none,
        ),
        _more("practice_sessions", _("practice rounds")),
    )


def _practice_record(entry: Any) -> rx.Component:
    """Render a practice session, with a link to resume or review it."""
    action = rx.cond(entry.finished, pgettext("link to the review of a round", "Review"), _("Resume"))
    label = rx.cond(
        entry.finished,
        _("Review {name}", name=entry.name),
        _("Resume {name}", name=entry.name),
    )
    return record(
        rx.fragment(entry.name, " · ", entry.level),
        entry.date,
        rx.el.span(entry.result, class_name="whitespace-nowrap tabular-nums"),
        link(
            action,
            rx.cond(PaymentState.has_paid, entry.href, entry.free_href),
            look="alone",
            aria_label=label,
        ),
    )


def _attempt_record(entry: Any) -> rx.Component:
    """Render an attempt, with a link to resume it or to its result."""
    running = entry.outcome == "running"
    return record(
        entry.name,
        entry.date,
        rx.fragment(
            rx.cond(entry.score > 0, rx.el.span(entry.score, class_name="mr-3 font-medium tabular-nums")),
            status_badge(entry.outcome),
        ),
        rx.cond(
            running,
            link(
                _("Resume"),
                entry.href,
                look="alone",
                aria_label=_("Resume {name}", name=entry.name),
            ),
            link(
                _("Details"),
                entry.href,
                look="alone",
                aria_label=_("Details: {name}", name=entry.name),
            ),
        ),
    )


_VIEWS: dict[
    str, tuple[rx.Var[str] | str, str, str, Callable[[], rx.Component], Callable[[], rx.Component]]
] = {
    "overview": (
        _("Hi {name}", name=SessionState.greeted_name),
        _("What’s next, and what you’ve earned."),
        _("We couldn’t load your overview"),
        overview,
        placeholders.overview,
    ),
    "certifications": (
        pgettext("a view of the dashboard", "Certifications"),
        _("Pass a test to earn its certificate. Choose a technology."),
        _("We couldn’t load the certifications"),
        certifications,
        placeholders.certifications,
    ),
    "practice": (
        _("Practice"),
        _("Up to ten questions a round, with an explanation after every answer."),
        _("We couldn’t load practice"),
        practice,
        placeholders.practice,
    ),
    "progress": (
        _("Progress"),
        _("Your ability, your topics and everything you’ve done."),
        _("We couldn’t load your progress"),
        progress,
        placeholders.progress,
    ),
    "my-certificates": (
        _("Certificates"),
        _("Anyone with the number can verify it."),
        _("We couldn’t load your certificates"),
        certificates,
        placeholders.certificates,
    ),
}


def dashboard(view: str) -> rx.Component:
    """Render the dashboard's screen with one of its five views.

    Args:
        view: "overview", "certifications", "practice", "progress" or "my-certificates".
    """
    title, subtitle, failure, content, placeholder = _VIEWS[view]
    failed = load_failed(
        failure,
        DashboardState.error,
        DashboardState.unreachable,
        [DashboardState.load, StandingState.load],
    )
    return member_page(
        page_header(title, subtitle),
        rx.match(
            DashboardState.phase,
            ("loading", placeholder()),
            ("ready", content()),
            # If only the learner's progress fails to load, standing.py shows a message in its place.
            with_certifications_link(failed) if view == "overview" else failed,
        ),
        waiting=rx.fragment(page_header(_("Hi") if view == "overview" else title, subtitle), placeholder()),
        active=view,
    )
