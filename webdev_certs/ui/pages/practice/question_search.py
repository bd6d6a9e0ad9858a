"""The search over all practice questions; each can be practiced at once."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import badge, button, button_group, empty_state, icon, link, page_header
from webdev_certs.ui.components.form import field, select_control
from webdev_certs.ui.components.link import anchor
from webdev_certs.ui.components.styling import IN_ENGLISH
from webdev_certs.ui.components.text import english
from webdev_certs.ui.pages.layout import load_failed, loading_page, member_page
from webdev_certs.ui.pages.practice.history import (
    question_list,
    search_field,
    search_piece,
    search_placeholder,
)
from webdev_certs.ui.pages.practice.practice import waits_for_attempt
from webdev_certs.ui.states.practice.question_search import QuestionSearchState
from webdev_certs.ui.states.session.navigation import PRACTICE_SEARCH, payment_url
from webdev_certs.ui.states.session.payment_status import PaymentState


def question_search() -> rx.Component:
    """Render `/practice-search`."""
    state = QuestionSearchState
    return member_page(
        # Not `loaded_screen`: a search keeps the form on the screen while the page of its URL is loaded.
        rx.match(
            state.phase,
            ("loading", _waiting()),
            ("ready", _ready()),
            ("waiting", waits_for_attempt(state)),
            load_failed(_("We couldn’t search"), state.error, state.unreachable, state.load, level=1),
        ),
        waiting=_waiting(),
        active="practice",
    )


def _waiting() -> rx.Component:
    return loading_page(_("Search practice questions"), (2, 1), search_placeholder("h-64 sm:h-42.5"))


def _ready() -> rx.Component:
    state = QuestionSearchState
    return rx.fragment(
        page_header(
            _("Search practice questions"), _("Find a practice question by its text, and practice it.")
        ),
        _form(),
        rx.cond(
            ~PaymentState.has_paid,
            rx.el.p(
                _("With Pro, the search also covers the explanations of questions you’ve answered."),
                " ",
                link(_("See what Pro adds"), payment_url(PRACTICE_SEARCH, "access_required")),
                class_name="mt-3 text-sm text-muted",
            ),
        ),
        rx.el.p(state.shown, role="status", class_name="sr-only"),
        rx.cond(
            state.rows.length() > 0,
            question_list(state, _row, label=_("Questions found")),
            rx.cond(
                state.q != "",
                rx.el.div(
                    empty_state("not_found", _("No questions match"), _("Try other words."), level=2),
                    class_name="mt-6",
                ),
            ),
        ),
    )


def _form() -> rx.Component:
    state = QuestionSearchState
    return rx.el.form(
        search_field(state.q),
        field(
            _("Technology"),
            select_control(
                rx.el.option(_("All technologies"), value=""),
                rx.foreach(state.choices, lambda choice: rx.el.option(choice.name, value=choice.technology)),
                id="technology",
                name="technology",
                default_value=state.technology,
            ),
            name="technology",
        ),
        button_group(button(icon("search"), _("Search"), type="submit"), class_name="sm:col-span-2"),
        role="search",
        # Another URL, such as after the back button, shows its own search.
        key=rx.Var.create([state.q, state.technology]).to_string(),
        on_submit=state.search,
        class_name="grid gap-4 rounded-card bg-sunken p-5 sm:grid-cols-2",
    )


def _row(row: Any, at: Any) -> rx.Component:
    return rx.el.li(
        anchor(
            rx.el.span(
                rx.foreach(row.stem, search_piece),
                class_name="line-clamp-3 font-medium text-ink",
                **IN_ENGLISH,
            ),
            rx.cond(
                row.source != "",
                rx.el.span(
                    row.source,
                    " ",
                    rx.el.span(rx.foreach(row.excerpt, search_piece), lang="en"),
                    class_name="mt-1 block text-sm wrap-anywhere text-muted",
                ),
            ),
            rx.el.span(
                rx.el.span(row.technology, " · ", english(row.topic)),
                rx.cond(row.answered, badge(_("Answered"))),
                class_name="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted",
            ),
            href=row.href,
            id=rx.Var.create(f"found-{at}"),
            class_name="block px-5 py-3 hover:bg-sunken",
        ),
    )
