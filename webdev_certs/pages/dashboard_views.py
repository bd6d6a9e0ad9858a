"""What the five views of the dashboard hold."""

from typing import Any

import reflex as rx

from webdev_certs.components import (
    alert,
    badge,
    button,
    card,
    checkbox,
    empty_state,
    link,
    link_button,
)
from webdev_certs.components.record import record, records
from webdev_certs.states.dashboard import DashboardState
from webdev_certs.states.session import SessionState

_GRID = "grid gap-5 sm:grid-cols-2"
_SECTION = "mt-10 mb-4 text-heading font-semibold"


def overview() -> rx.Component:
    """Render figures, the open test if there is one, and the latest attempts."""
    return rx.fragment(
        rx.foreach(DashboardState.cards, lambda entry: rx.cond(entry.state == "open", _open_test(entry))),
        rx.el.dl(
            _figure("Certificates", DashboardState.certificates.length()),
            _figure("Tests passed", DashboardState.passed_count),
            _figure("Practice questions", DashboardState.answered_count),
            _figure(
                "Of them right",
                rx.cond(DashboardState.answered_count > 0, f"{DashboardState.right_percent} %", "–"),
            ),
            class_name="grid grid-cols-2 gap-4 lg:grid-cols-4",
        ),
        rx.el.h2("Your certifications", class_name=_SECTION),
        _cards(),
    )


def certifications() -> rx.Component:
    """Render the technologies with where the learner stands in each."""
    return rx.fragment(rx.el.h2("Technologies", class_name="sr-only"), _cards())


def _cards() -> rx.Component:
    return rx.el.ul(rx.foreach(DashboardState.cards, _technology), class_name=_GRID)


def practice() -> rx.Component:
    """Render the ways to practise, and the latest rounds."""
    return rx.fragment(
        rx.el.ul(rx.foreach(DashboardState.cards, _practice_card), class_name=_GRID),
        rx.el.h2("Your rounds", class_name=_SECTION),
        rx.cond(
            DashboardState.rounds.length() > 0,
            _rounds(),
            empty_state(
                "target", "No rounds yet", "Choose a technology above; a round takes about ten minutes."
            ),
        ),
    )


def progress() -> rx.Component:
    """Render every attempt and every round."""
    return rx.fragment(
        rx.el.h2("Certification tests", class_name="mb-4 text-heading font-semibold"),
        rx.cond(
            DashboardState.attempts.length() > 0,
            records(rx.foreach(DashboardState.attempts, _attempt), caption="Certification tests"),
            empty_state(
                "chart",
                "No tests yet",
                "Your scores and profiles will stand here.",
                link_button("Choose a certification", "/dashboard/certifications"),
            ),
        ),
        rx.el.h2("Practice rounds", class_name=_SECTION),
        rx.cond(
            DashboardState.rounds.length() > 0,
            _rounds(),
            empty_state("target", "No rounds yet", "Practice is free, as often as you like."),
        ),
    )


def certificates() -> rx.Component:
    """Render the certificates, or how to earn one."""
    return rx.fragment(
        rx.cond(
            DashboardState.error != "",
            alert(DashboardState.error, tone="danger", role="alert", class_name="mb-5"),
        ),
        rx.cond(
            DashboardState.certificates.length() > 0,
            rx.el.ul(rx.foreach(DashboardState.certificates, _certificate), class_name="grid gap-5"),
            rx.cond(
                # An account without a confirmed address has none yet.
                (DashboardState.passed_count > 0) & ~SessionState.email_confirmed,
                empty_state(
                    "award",
                    "Your certificate waits for your address",
                    f"You have passed. Use the link that we mailed to {SessionState.user_email}, and the "
                    "certificate is issued at once.",
                ),
                empty_state(
                    "award",
                    "No certificates yet",
                    "Pass a certification test, and its certificate appears here at once.",
                    link_button("Choose a certification", "/dashboard/certifications"),
                ),
            ),
        ),
    )


def _open_test(entry: Any) -> rx.Component:
    return alert(
        f"Your {entry.name} test is running.",
        rx.el.p("Its clock goes on while you are here."),
        link_button("Go on with the test", f"/test/{entry.technology}", class_name="mt-3"),
        tone="warning",
        class_name="mb-6",
    )


def _figure(name: str, value: Any) -> rx.Component:
    return card(
        rx.el.dt(name, class_name="text-sm text-muted"),
        rx.el.dd(value, class_name="mt-1 text-title font-semibold tabular-nums"),
    )


def _technology(entry: Any) -> rx.Component:
    return rx.el.li(
        card(
            rx.el.div(
                rx.el.h3(entry.title, class_name="text-heading font-semibold"),
                rx.cond(
                    entry.best_score >= entry.cut_score,
                    badge("Passed", tone="success", class_name="shrink-0"),
                ),
                class_name="flex items-start justify-between gap-3",
            ),
            rx.el.p(entry.summary, class_name="mt-2 text-muted"),
            rx.el.p(entry.form, class_name="mt-3 text-sm text-muted"),
            rx.el.div(
                rx.match(
                    entry.state,
                    ("open", link_button("Go on with the test", f"/test/{entry.technology}")),
                    (
                        "waiting",
                        rx.el.p(
                            f"Next attempt from {entry.retake}",
                            class_name="flex min-h-11 items-center font-medium text-ink",
                        ),
                    ),
                    ("again", link_button("Take it again", f"/test/{entry.technology}")),
                    link_button("Take the test", f"/test/{entry.technology}"),
                ),
                link_button("Practise", f"/practice-test/{entry.technology}", variant="secondary"),
                class_name="mt-auto flex flex-wrap gap-3 pt-5",
            ),
            class_name="flex h-full flex-col",
        )
    )


def _practice_card(entry: Any) -> rx.Component:
    base = f"/practice-test/{entry.technology}"
    levels = [("Beginner", "beginner"), ("Intermediate", "intermediate"), ("Advanced", "advanced")]
    return rx.el.li(
        card(
            rx.el.h2(entry.name, class_name="text-heading font-semibold"),
            rx.el.div(
                link_button("Mixed round", base, aria_label=f"{entry.name}: mixed round"),
                class_name="mt-4",
            ),
            rx.el.ul(
                *[
                    rx.el.li(link(name, f"{base}/{level}", aria_label=f"{entry.name}: {name}"))
                    for name, level in levels
                ],
                class_name="mt-4 flex flex-wrap gap-x-5 gap-y-2",
            ),
        )
    )


def _rounds() -> rx.Component:
    return records(rx.foreach(DashboardState.rounds, _round), caption="Practice rounds")


def _round(entry: Any) -> rx.Component:
    action = rx.cond(entry.finished, "Review", "Go on")
    return record(
        rx.fragment(entry.name, " · ", entry.level),
        entry.date,
        rx.el.span(entry.result, class_name="whitespace-nowrap tabular-nums"),
        link(action, entry.href, aria_label=rx.cond(entry.finished, "Review ", "Go on with ") + entry.name),
    )


def _attempt(entry: Any) -> rx.Component:
    tone: Any = rx.match(entry.verdict, ("Passed", "success"), ("Not passed", "danger"), "warning")
    running = entry.verdict == "In progress"
    return record(
        entry.name,
        entry.date,
        rx.fragment(
            rx.cond(running, None, rx.el.span(entry.score, class_name="mr-3 font-medium tabular-nums")),
            badge(entry.verdict, tone=tone),
        ),
        rx.cond(
            running,
            link("Go on", f"/test/{entry.technology}", aria_label=f"Go on with {entry.name}"),
            link("Details", f"/test-results/{entry.test_id}", aria_label=f"Details: {entry.name}"),
        ),
    )


def _certificate(entry: Any) -> rx.Component:
    return rx.el.li(
        card(
            rx.el.div(
                rx.el.h2(entry.title, class_name="text-heading font-semibold"),
                rx.match(
                    entry.status,
                    ("valid", badge("Valid", tone="success", class_name="shrink-0")),
                    ("revoked", badge("Revoked", tone="danger", class_name="shrink-0")),
                    badge("Expired", tone="warning", class_name="shrink-0"),
                ),
                class_name="flex items-start justify-between gap-3",
            ),
            rx.el.p(entry.number, class_name="mt-1 font-mono break-all text-ink"),
            rx.el.p(
                f"{entry.holder} · {entry.score} points · issued {entry.issued} · "
                f"valid until {entry.expires}",
                class_name="mt-3 text-muted",
            ),
            rx.el.div(
                checkbox(
                    rx.Var.create("share-") + entry.number,
                    "Show the score to everyone who checks this certificate",
                    # The browser's own, so that it does not flip back until the server has answered.
                    default_checked=entry.score_public,
                    key=f"{entry.number}-{DashboardState.refusals}",
                    on_change=lambda checked: DashboardState.share_score(entry.number, checked),
                ),
                class_name="mt-3",
            ),
            rx.el.div(
                button("Download PDF", on_click=DashboardState.download(entry.number)),
                link_button("Public page", entry.verify_path, variant="secondary"),
                class_name="mt-3 flex flex-wrap gap-3",
            ),
        )
    )
