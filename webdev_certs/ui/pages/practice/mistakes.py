"""All mistakes of a technology, which need paid access."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, empty_state, link_button, page_header, show_more
from webdev_certs.ui.components.link import anchor
from webdev_certs.ui.components.placeholder import technology_choice
from webdev_certs.ui.components.question_review import question_review
from webdev_certs.ui.components.section import disclosure
from webdev_certs.ui.components.text import english
from webdev_certs.ui.pages.layout import load_failed, loaded_screen, loading_page, member_page
from webdev_certs.ui.pages.practice.practice import waits_for_attempt
from webdev_certs.ui.pages.question_help import after_feedback
from webdev_certs.ui.states.practice.mistakes import MistakesState

_CHOICE = (
    "inline-flex min-h-11 items-center gap-2 rounded-control border px-4 text-sm font-medium hover:bg-sunken "
)
_CHOSEN = _CHOICE + "border-accent-ink bg-surface text-ink ring-1 ring-accent-ink forced-colors:underline"
_OTHER = _CHOICE + "border-line bg-surface text-muted"


def mistakes() -> rx.Component:
    """Render `/practice-mistakes/<technology>`."""
    state = MistakesState
    return member_page(
        loaded_screen(
            state.phase,
            _waiting(),
            ("ready", _ready()),
            ("waiting", waits_for_attempt(state)),
            (
                "unknown",
                technology_choice(
                    _("This page doesn’t exist"),
                    _("The link is wrong or incomplete."),
                    _("You can see your mistakes in these technologies:"),
                    state.known,
                    "/practice-mistakes",
                ),
            ),
            load_failed(
                _("We couldn’t load your mistakes"), state.error, state.unreachable, state.load, level=1
            ),
        ),
        waiting=_waiting(),
        active="practice",
    )


def _waiting() -> rx.Component:
    return loading_page(_("Your mistakes"), (3, 2), action=True)


def _ready() -> rx.Component:
    state = MistakesState
    some = state.items.length() > 0
    return rx.fragment(
        rx.cond(
            some,
            _header(link_button(_("Practice these again"), state.again_href)),
            _header(),
        ),
        _choices(_("Technologies"), state.technologies),
        rx.cond(
            state.topics.length() > 0,
            disclosure(
                _("By topic"),
                _choices(_("Topics"), state.topics, class_name="mt-2"),
                open=state.is_of_topic,
                class_name="mt-3",
            ),
        ),
        rx.cond(
            some,
            rx.fragment(
                question_review(
                    _("Newest mistakes first"),
                    state.items,
                    state.items.length(),
                    state.items.length(),
                    after_feedback,
                ),
                rx.cond(
                    state.error != "", alert(state.error, tone="danger", role="alert", class_name="mt-4")
                ),
                show_more(
                    _("mistakes"), following=state.following, loading=state.busy, on_click=state.show_more
                ),
            ),
            rx.el.div(
                empty_state(
                    "done",
                    state.none_left,
                    _("Questions you miss in a round show up here once you finish it."),
                    link_button(_("Start a round"), state.practice_href),
                    level=2,
                ),
                class_name="mt-8",
            ),
        ),
    )


def _header(action: rx.Component | None = None) -> rx.Component:
    return page_header(
        _("Your mistakes"),
        _("Questions you haven’t gotten right yet. A round has up to ten of the oldest."),
        action,
    )


def _choices(name: str, choices: Any, class_name: str = "") -> rx.Component:
    """Render links to the mistakes of technologies or topics, each with their number."""
    return rx.el.nav(
        rx.el.ul(rx.foreach(choices, _choice), class_name="flex flex-wrap gap-2"),
        aria_label=name,
        class_name=class_name,
    )


def _choice(choice: Any) -> rx.Component:
    return rx.el.li(
        anchor(
            rx.cond(choice.english, english(choice.title), choice.title),
            rx.el.span(choice.mistakes, class_name="tabular-nums"),
            href=choice.href,
            aria_current=rx.cond(choice.current, "page", "false"),
            class_name=rx.cond(choice.current, _CHOSEN, _OTHER),
        )
    )
