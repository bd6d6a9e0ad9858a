"""The cards of technologies on the dashboard: the way to their tests, and to their practice."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _, pgettext
from webdev_certs.shared.vocabulary import DIFFICULTIES
from webdev_certs.ui.components import card, link, link_button
from webdev_certs.ui.components.button import Variant
from webdev_certs.ui.components.section import disclosure
from webdev_certs.ui.components.status import status_badge
from webdev_certs.ui.components.styling import IN_ENGLISH
from webdev_certs.ui.components.text import english
from webdev_certs.ui.pages.exams.mock_exams import mock_exam_link
from webdev_certs.ui.states.dashboard.standing import StandingState
from webdev_certs.ui.states.items.view import difficulty_name
from webdev_certs.ui.states.session.navigation import resume_path


def technology_card(entry: Any) -> rx.Component:
    """Render a technology with the learner's progress, and links to its test and practice."""
    return rx.el.li(
        card(
            rx.el.div(
                rx.el.h3(entry.title, class_name="text-heading font-semibold", **IN_ENGLISH),
                status_badge(entry.outcome),
                class_name="flex items-start justify-between gap-3 max-[22rem]:flex-wrap",
            ),
            rx.el.p(entry.summary, class_name="mt-2 text-muted"),
            rx.el.p(entry.form, class_name="mt-3 text-sm text-muted"),
            rx.cond(
                entry.state == "waiting",
                rx.el.p(
                    _("You can take it again starting {date}.", date=entry.retake),
                    class_name="mt-1 text-sm text-muted",
                ),
            ),
            rx.el.div(
                # Practice waits while an attempt is running.
                rx.cond(
                    entry.state == "open",
                    _resume_link(entry),
                    rx.fragment(
                        rx.cond(entry.outcome == "passed", _after_passing(entry), _exam(entry)),
                        link_button(
                            pgettext("verb", "Practice"),
                            f"/practice-test/{entry.technology}",
                            variant="secondary",
                            aria_label=_("Practice {name}", name=entry.name),
                        ),
                    ),
                ),
                class_name="mt-auto flex flex-wrap gap-3 pt-5",
            ),
            class_name="flex h-full flex-col",
        )
    )


def _after_passing(entry: Any) -> rx.Component:
    """Render the way to the certificate and, once it is allowed, to another attempt."""
    return rx.fragment(
        link_button(
            _("View certificate"),
            "/dashboard/my-certificates",
            aria_label=_("View certificate: {name}", name=entry.name),
        ),
        rx.cond(
            entry.state == "again",
            _exam_link(_("Retake the {name} test", name=entry.name), entry, variant="secondary"),
        ),
    )


def _exam(entry: Any) -> rx.Component:
    """Render the way to an exam that has not been passed."""
    return rx.match(  # pyright: ignore[reportReturnType]
        entry.state,
        # The card says when it can be taken again.
        ("waiting", rx.fragment()),
        ("again", _exam_link(_("Retake the {name} test", name=entry.name), entry)),
        _exam_link(_("Take the {name} test", name=entry.name), entry),
    )


def _resume_link(entry: Any) -> rx.Component:
    return link_button(_("Resume the {name} test", name=entry.name), resume_path(entry.technology))


def _exam_link(label: str, entry: Any, *, variant: Variant = "primary") -> rx.Component:
    return link_button(label, f"/test/{entry.technology}", variant=variant)


def practice_card(entry: Any) -> rx.Component:
    """Render the links to practice a technology: adaptive, due reviews, at one level, or about one topic.

    While an attempt at its exam is running, practice waits, so the card leads to that instead."""
    waiting = rx.fragment(
        rx.el.p(
            _(
                "Practice shows correct answers, so {name} practice is closed until your test ends.",
                name=entry.name,
            ),
            class_name="mt-1 text-sm text-muted",
        ),
        rx.el.div(_resume_link(entry), class_name="mt-4 flex flex-wrap gap-3"),
    )
    return rx.el.li(
        card(
            rx.el.h2(entry.name, class_name="text-heading font-semibold"),
            rx.cond(entry.state == "open", waiting, _practice_links(entry)),
        )
    )


def _practice_links(entry: Any) -> rx.Component:
    base = f"/practice-test/{entry.technology}"
    review = StandingState.review_labels.get(entry.technology, "").to(str)
    levels = [(difficulty_name(level), level) for level in DIFFICULTIES]
    return rx.fragment(
        rx.el.p(_("Adaptive: the questions match your level."), class_name="mt-1 text-sm text-muted"),
        rx.el.div(
            link_button(_("Start a round"), base, aria_label=_("{name}: start a round", name=entry.name)),
            rx.cond(
                review != "",
                link_button(
                    review,
                    f"{base}?round=review",
                    variant="secondary",
                    aria_label=f"{entry.name}: {review}",
                ),
            ),
            rx.cond(entry.mock_exam, mock_exam_link(entry.technology, entry.name)),
            class_name="mt-4 flex flex-wrap gap-3",
        ),
        rx.el.p(_("Or choose a level:"), class_name="mt-4 text-sm text-muted"),
        rx.el.ul(
            *[
                rx.el.li(link(name, f"{base}/{level}", look="alone", aria_label=f"{entry.name}: {name}"))
                for name, level in levels
            ],
            class_name="mt-1 flex flex-wrap gap-x-5 gap-y-2",
        ),
        disclosure(
            _("By topic"),
            rx.el.ul(
                rx.foreach(
                    entry.topics,
                    lambda topic: rx.el.li(
                        link(
                            english(topic.title),
                            topic.href,
                            look="alone",
                            aria_label=f"{entry.name}: {topic.title}",
                        ),
                        class_name="flex min-h-8 items-center py-1 leading-snug",
                    ),
                ),
                class_name="mt-1 flex flex-col gap-1",
            ),
            class_name="mt-2",
        ),
    )
