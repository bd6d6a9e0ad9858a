"""The history: all answered questions, to filter, to search and to read again; without Pro, its offer."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    badge,
    button,
    button_group,
    card,
    check_items,
    empty_state,
    icon,
    link_button,
    page_header,
    show_more,
    skeleton,
)
from webdev_certs.ui.components.feedback import feedback_panel, verdict_mark
from webdev_certs.ui.components.form import field, select, select_control, text_input
from webdev_certs.ui.components.item import stem
from webdev_certs.ui.components.styling import IN_ENGLISH
from webdev_certs.ui.components.text import english
from webdev_certs.ui.pages.layout import load_failed, loading_page, member_page
from webdev_certs.ui.pages.practice.practice import waits_for_attempt
from webdev_certs.ui.pages.question_help import after_feedback
from webdev_certs.ui.states.items.annotations import AnnotationState
from webdev_certs.ui.states.practice.history import HistoryState
from webdev_certs.ui.states.session.navigation import PRACTICE_HISTORY

_OFFER = (
    _("Search every practice question you’ve answered: its text, its explanation and your notes"),
    _("Filter by technology and topic, by right and wrong, by bookmarks and notes"),
    _("Open each question again with your answer and all explanations"),
    _("Bookmark questions, and keep private notes on them"),
)
_LIST = "mt-6 divide-y divide-line rounded-card border border-line bg-surface shadow-card"
_AS_TYPED = "[font-variant-ligatures:no-contextual]"
"""Texts may have pieces of code, and the font of texts would draw their `=>` as one sign."""
_WAITING_ROWS = 5
"""Rows of the placeholder: few, so that a short history does not seem to lose some."""


def history() -> rx.Component:
    """Render `/practice-history`."""
    state = HistoryState
    return member_page(
        # Not `loaded_screen`: a search keeps the form on the screen while the page of its URL is loaded.
        rx.match(
            state.phase,
            ("loading", _waiting()),
            ("ready", _ready()),
            ("locked", _locked()),
            ("waiting", waits_for_attempt(state)),
            load_failed(
                _("We couldn’t load your history"), state.error, state.unreachable, state.load, level=1
            ),
        ),
        waiting=_waiting(),
        active="practice",
    )


def _waiting() -> rx.Component:
    row = rx.el.span(skeleton(2, aria_hidden="true"), class_name="block h-29.5 px-5 py-4 sm:h-24.5")
    rows = rx.el.section(*[row] * _WAITING_ROWS, class_name=f"{_LIST} overflow-hidden")
    return loading_page(_("Your history"), (2, 1), search_placeholder("h-107 sm:h-85.5 lg:h-64"), rows)


def _header() -> rx.Component:
    return page_header(
        _("Your history"), _("Every practice question you’ve answered, with your latest answer.")
    )


def _locked() -> rx.Component:
    """Render what the history offers, for learners without Pro."""
    return rx.fragment(
        _header(),
        card(
            rx.el.div(
                icon("lock", class_name="text-accent-ink"),
                rx.el.h2(_("Your history comes with Pro"), class_name="text-heading font-semibold"),
                class_name="flex items-center gap-3",
            ),
            check_items(_OFFER, class_name="mt-4 flex flex-col gap-2"),
            rx.el.p(
                _("You can still open the explanations of each round under Progress, for free."),
                class_name="mt-4 text-muted",
            ),
            button_group(
                link_button(_("See what Pro adds"), AnnotationState.pro_href),
                link_button(_("Go to Progress"), "/dashboard/progress", variant="secondary"),
                class_name="mt-6",
            ),
        ),
    )


def _ready() -> rx.Component:
    state = HistoryState
    return rx.fragment(
        _header(),
        _search(),
        rx.el.p(state.shown, role="status", class_name="sr-only"),
        rx.cond(
            state.rows.length() > 0,
            question_list(state, _row, label=_("Answered questions")),
            rx.el.div(
                rx.cond(
                    state.is_filtered,
                    empty_state(
                        "not_found",
                        _("No questions match"),
                        _("Try other words or fewer filters."),
                        level=2,
                    ),
                    empty_state(
                        "practice",
                        _("No answers yet"),
                        _("Questions appear here as soon as you’ve answered them in practice."),
                        link_button(_("Start practice"), "/dashboard/practice"),
                        level=2,
                    ),
                ),
                class_name="mt-6",
            ),
        ),
    )


def question_list(state: Any, row: Callable[..., rx.Component], *, label: str) -> rx.Component:
    """Render the rows of a state, why further ones could not be loaded, and the button that loads them."""
    return rx.fragment(
        rx.el.ol(
            rx.foreach(state.rows, row),
            aria_label=label,
            # The color of a summary under the pointer keeps within the corners of the list.
            class_name=f"{_LIST} "
            "[&>:first-child>details>summary]:rounded-t-card "
            "[&>:last-child>details:not([open])>summary]:rounded-b-card",
        ),
        rx.cond(state.error != "", alert(state.error, tone="danger", role="alert", class_name="mt-4")),
        show_more(_("questions"), following=state.following, loading=state.busy, on_click=state.show_more),
    )


def search_placeholder(class_name: str) -> rx.Component:
    """Render what is shown in place of a search form, whose height the classes set."""
    return skeleton(0, corners="rounded-card", color="bg-sunken", class_name=class_name)


def search_field(q: rx.Var[str]) -> rx.Component:
    """Render the field for the words of a search."""
    return field(
        _("Search"),
        text_input("q", "search", default_value=q, max_length=200, auto_complete="off"),
        name="q",
    )


def _search() -> rx.Component:
    state = HistoryState
    wanted = [state.q, state.about, state.result, state.kept]
    return rx.el.form(
        rx.el.div(
            search_field(state.q),
            class_name="sm:col-span-2 lg:col-span-3",
        ),
        field(
            _("Technology or topic"),
            select_control(
                rx.el.option(_("All"), value=""),
                rx.foreach(state.choices, _technology),
                id="about",
                name="about",
                default_value=state.about,
            ),
            name="about",
        ),
        field(
            _("Your latest answer"),
            select(
                "result",
                [("", _("All")), ("correct", _("Correct")), ("incorrect", _("Incorrect"))],
                default_value=state.result,
            ),
            name="result",
        ),
        field(
            _("Bookmarks and notes"),
            select(
                "kept",
                [("", _("All")), ("bookmarked", _("With a bookmark")), ("noted", _("With a note"))],
                default_value=state.kept,
            ),
            name="kept",
        ),
        button_group(
            button(icon("search"), _("Search"), type="submit"),
            rx.cond(
                state.is_filtered,
                link_button(_("Show all questions"), PRACTICE_HISTORY, variant="ghost"),
            ),
            class_name="sm:col-span-2 lg:col-span-3",
        ),
        role="search",
        # Another URL, such as after the back button, shows its own search.
        key=rx.Var.create(wanted).to_string(),
        on_submit=state.search,
        class_name="grid gap-4 rounded-card bg-sunken p-5 sm:grid-cols-2 lg:grid-cols-3",
    )


def _technology(choice: Any) -> rx.Component:
    return rx.el.optgroup(
        rx.foreach(choice.choices, lambda topic: rx.el.option(topic.label, value=topic.value)),
        label=choice.name,
    )


def _row(row: Any) -> rx.Component:
    question = row.view
    kept: Any = AnnotationState.shown[question.place]
    return rx.el.li(
        rx.el.details(
            rx.el.summary(
                # In the middle of the first line, which is small while the row is open.
                rx.el.span(verdict_mark(question.correct), class_name="mt-0.5 group-open:mt-1"),
                rx.el.div(
                    rx.el.p(
                        rx.foreach(row.question, search_piece),
                        class_name="line-clamp-2 font-medium text-ink group-open:hidden",
                        **IN_ENGLISH,
                    ),
                    rx.cond(
                        row.source != "",
                        rx.el.p(
                            row.source,
                            " ",
                            rx.el.span(rx.foreach(row.excerpt, search_piece), lang="en"),
                            class_name="mt-1 text-sm wrap-anywhere text-muted",
                        ),
                    ),
                    rx.el.p(
                        rx.el.span(
                            row.technology,
                            " · ",
                            english(question.item.topic),
                            " ",
                            rx.el.span(
                                rx.el.span("· ", class_name="max-sm:hidden"),
                                row.date,
                                class_name="whitespace-nowrap max-sm:block",
                            ),
                        ),
                        rx.cond(
                            kept.bookmarked,
                            icon(
                                "bookmark", label=_("Bookmarked"), class_name="fill-current text-accent-ink"
                            ),
                        ),
                        rx.cond(kept.note != "", badge(_("Note"))),
                        class_name="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted",
                    ),
                    class_name="min-w-0 flex-1",
                ),
                icon("chevron-right", class_name="mt-1 text-faint group-open:rotate-90"),
                id=rx.Var.create(f"answered-{question.position}"),
                class_name="flex min-h-14 cursor-pointer list-none items-start gap-3 px-5 py-3 "
                "[&::-webkit-details-marker]:hidden hover:bg-sunken",
            ),
            rx.el.div(
                stem(question.item, name=_("Question {n}", n=question.position)),
                feedback_panel(question, verdict=False),
                after_feedback(question),
                class_name="flex flex-col gap-6 border-t border-line px-5 py-6",
            ),
            class_name="group",
        ),
        # A row of another search must not stay open.
        key=question.place,
    )


def search_piece(piece: Any) -> rx.Component:
    """Render a piece of a text, marked if it fits the search."""
    return rx.cond(
        piece.found,
        rx.el.mark(piece.text, class_name=f"rounded-sm bg-warning-soft text-inherit {_AS_TYPED}"),
        rx.el.span(piece.text, class_name=_AS_TYPED),
    )  # pyright: ignore[reportReturnType]
