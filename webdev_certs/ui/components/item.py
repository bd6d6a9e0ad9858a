"""The form of an item: stem, code, and the controls of its format; and its placeholder."""

from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.components.button import icon_button
from webdev_certs.ui.components.form import checkbox_card, radio_card, select_control, text_input
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.link import LOOKS
from webdev_certs.ui.components.placeholder import skeleton
from webdev_certs.ui.components.styling import IN_ENGLISH, Text, classes
from webdev_certs.ui.components.surface import badge
from webdev_certs.ui.components.text import code_block, prose, rich_text
from webdev_certs.ui.reflex_internals import Element

QUESTION = "question"
"""Id of the stem. It takes the focus when the next item is shown, and names the group of controls."""
MAIN_KEY = {"data-enter": ""}
"""Attributes of the button that Enter presses (`answer_keys`)."""
_HINT = "question-hint"
_CARDS = "flex flex-col gap-3"
_BESIDE = "grid gap-6 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:items-start lg:gap-10"
_COLUMN = "mx-auto w-full max-w-2xl"
_OPTIONS = 4
"""How many options most items have, and so the placeholder."""


class AnswerDraft(Script):
    """Keeps the answer in the form around it until it is saved; sends it again after failures and reloads."""

    library = import_path("answer_draft")
    tag = "AnswerDraft"
    ticket: rx.Var[str]
    handled_change: rx.Var[int]
    """The number of the latest change (AnswerForm) that was handled."""
    saving: rx.Var[str]
    """`saved` for an answer that is saved; `saving`, `retrying` or `failed` for one that is not."""
    retries: rx.Var[int]
    retry_in: rx.Var[int]
    """Seconds until the answer is sent again; 0 for not at all. New `retries` start a new wait."""
    on_send: rx.EventHandler[rx.event.passthrough_event_spec(list[list[str]])]
    """Takes the (name, value) pairs of the form. Without it, nothing is sent again."""


def _entries(event: rx.Var[Any]) -> tuple[rx.Var[list[list[str]]]]:
    """Pass the (name, value) pairs that the form holds at this moment, and the number of its change.

    The form's `data-change` has the number too. It grows with every change, even from one form to the next
    and after a reload.
    """
    number = "form.dataset.change = String(Math.ceil(performance.timeOrigin + performance.now()))"
    entries = f'((form) => [...new FormData(form).entries(), ["change", {number}]])({event!s}.currentTarget)'
    return (rx.Var(entries).to(list[list[str]]),)


class AnswerKeys(Script):
    """Keys for the question on the page, and their legend, which can be hidden together with the keys.

    Enter presses what has the attribute `data-enter`.
    """

    library = import_path("answer_keys")
    tag = "AnswerKeys"
    legend: rx.Var[str]
    hide: rx.Var[str]
    show: rx.Var[str]
    button_class_name: rx.Var[str]


def _reordered(line: rx.Var[str], by: rx.Var[int]) -> tuple[rx.Var[str], rx.Var[int]]:
    """Pass the line, and by how many places it was dragged down."""
    return line, by


class OrderedLines(Script):
    """An <ol> whose lines can be dragged by what has the attribute `data-grip`."""

    library = import_path("ordered_lines")
    tag = "OrderedLines"
    order: rx.Var[list[str]]
    on_reorder: rx.EventHandler[_reordered]


class AnswerForm(Element):
    """A <form> whose change and submit events carry all its values, so no event depends on an earlier one."""

    tag = "form"
    on_change: rx.EventHandler[_entries]
    on_submit: rx.EventHandler[_entries]


def item_form(
    item: Any,
    ticket: rx.Var[str],
    *footer: rx.Component,
    draft: Mapping[str, Any] | None = None,
    on_change: Any,
    on_submit: Any,
    on_move: Any = None,
) -> rx.Component:
    """Render an item with its form, within a `question_frame`.

    Args:
        item: An `ItemView` Var.
        ticket: Identifies the item that the answers belong to; a new ticket renders the controls again.
        *footer: Content below the controls, including the submit button.
        draft: Properties of the `AnswerDraft`, if answers are saved before the form is submitted.
        on_change: Event handler (ticket, entries), called while the user answers.
        on_submit: Event handler (ticket, entries).
        on_move: Event handler (ticket, order, line, by) for order_lines. Without it, all items are questions
            with one correct option, and the page is smaller.
    """
    controls = rx.el.div(
        rx.el.p(item.hint, id=_HINT, class_name="mb-3 text-sm font-medium text-muted"),
        rx.el.div(
            _controls(item, ticket, on_move) if on_move else _choices(item, radio_card, keys=False),
            role=rx.cond(_one_choice(item), "radiogroup", "group") if on_move else "radiogroup",
            aria_labelledby=QUESTION,
            aria_describedby=_HINT,
        ),
        class_name="min-w-0",
    )
    return AnswerForm.create(
        AnswerDraft.create(ticket=ticket, **(draft or {})),
        side_by_side(item, stem(item, id=QUESTION), controls),
        *footer,
        key=ticket,
        on_change=lambda entries: on_change(ticket, entries).debounce(250),
        on_submit=lambda entries: on_submit(ticket, entries).prevent_default,
        class_name=classes("flex flex-col gap-6", column(item)),
    )


def answer_keys(item: Any, *, checks: bool = False, bookmarks: Any = None) -> rx.Component:
    """Render the keys that answer the question on the page, with their legend; nothing on touch screens.

    Args:
        item: An `ItemView` Var.
        checks: Whether Enter checks the answer instead of continuing.
        bookmarks: For an answered question, a Var that says whether M bookmarks it.
    """
    legend = (
        rx.cond(
            item.control == "choice",
            _("Press A, B, C… to choose an answer and Enter to check it.")
            if checks
            else _("Press A, B, C… to choose an answer and Enter to continue."),
            _("Press Enter to check your answer.") if checks else _("Press Enter to continue."),
        )
        if bookmarks is None
        else rx.cond(
            bookmarks, _("Press Enter to continue, and M to bookmark."), _("Press Enter to continue.")
        )
    )
    return AnswerKeys.create(
        legend=legend.to(str),
        hide=_("Turn keys off"),
        show=_("Turn keys on"),
        class_name=classes(
            "mt-4 hidden flex-wrap items-center gap-x-3 text-sm text-muted pointer-fine:flex", column(item)
        ),
        button_class_name=f"min-h-11 rounded-sm {LOOKS['quiet']} underline underline-offset-4",
    )


def column(item: Any) -> rx.Var[str]:
    """Return the class names that center a question without code in one column, as `side_by_side` does."""
    return rx.cond(item.code == "", _COLUMN, "").to(str)


def question_frame(*children: rx.Component, key: str = "question-frame") -> rx.Component:
    """Widen a focus page on wide screens, so that question and answers fit side by side.

    Args:
        *children: The progress, the question and what follows.
        key: React's key; a placeholder needs one of its own.
    """
    # A key of its own, so that what was there before is replaced and does not seem to move. By the attribute,
    # offline.js finds a running attempt or practice session.
    return rx.el.div(*children, key=key, class_name="lg:-mx-32 xl:-mx-48", custom_attrs={"data-frame": key})


def side_by_side(item: Any, question: rx.Component, answers: rx.Component) -> rx.Component:
    """Put the answers beside a question with code on wide screens; otherwise below it, in one column.

    Args:
        item: An `ItemView` Var.
        question: The stem with the code.
        answers: The controls, or the feedback.
    """
    return rx.el.div(
        question,
        answers,
        class_name=rx.cond(item.code == "", f"grid gap-6 {_COLUMN}", _BESIDE),
    )


def stem(item: Any, *, id: str = "", name: Text = "") -> rx.Component:
    """Render the stem of an item with its topic, difficulty and code.

    Args:
        item: An `ItemView` Var.
        id: Id of the text alone, which can take the focus.
        name: Name of the question, such as "Question 3", if the page shows several.
    """
    focusable: dict[str, Any] = {"id": id, "tab_index": -1} if id else {}
    return rx.el.div(
        rx.el.div(
            badge(item.topic, **IN_ENGLISH),
            rx.cond(item.difficulty != "", badge(item.difficulty)),
            class_name="mb-4 flex flex-wrap gap-2",
        ),
        rx.el.div(
            prose(item.stem, class_name="text-lg leading-relaxed font-medium text-ink"),
            class_name="outline-none",
            **IN_ENGLISH,
            **focusable,
        ),
        rx.cond(item.code != "", code_block(item.code, item.language, of=name, class_name="mt-4")),
        class_name="min-w-0",
    )


def _one_choice(item: Any) -> rx.Var[bool]:
    several = ("multiple_choice", "fill_in", "order_lines", "match_pairs")
    return ~rx.Var.create(list(several)).contains(item.format)


def _controls(item: Any, ticket: rx.Var[str], on_move: Any) -> rx.Component:
    return rx.match(
        item.format,
        ("multiple_choice", _choices(item, checkbox_card)),
        ("fill_in", _text(item)),
        (
            "order_lines",
            rx.el.div(
                OrderedLines.create(
                    rx.foreach(item.options, lambda line, at: _line(item, line, at, ticket, on_move)),
                    order=item.order,
                    on_reorder=lambda line, by: on_move(ticket, item.order, line, by),
                    class_name=_CARDS,
                ),
                rx.el.p(item.moved, role="status", class_name="sr-only"),
            ),
        ),
        ("match_pairs", _pairs(item)),
        _choices(item, radio_card),
    )  # pyright: ignore[reportReturnType]


def _choices(item: Any, card: Callable[..., rx.Component], *, keys: bool = True) -> rx.Component:
    def choice(option: Any) -> rx.Component:
        text = rich_text(option.text, class_name="min-w-0 flex-1")
        label = rx.el.div(_key(option.letter), text, class_name="flex items-start gap-3") if keys else text
        return card(item.control, option.id, label, default_checked=option.chosen)

    return rx.el.div(rx.foreach(item.options, choice), class_name=_CARDS, **IN_ENGLISH)


def _key(letter: Any) -> rx.Component:
    """Draw the key that chooses an option, without adding a letter to its name."""
    return rx.el.span(
        aria_hidden="true",
        custom_attrs={"data-letter": letter},
        class_name="hidden size-6 shrink-0 items-center justify-center rounded-md border border-edge "
        "bg-canvas font-mono text-sm text-muted before:[content:attr(data-letter)_/_''] "
        "pointer-fine:[[data-answer-keys=on]_&]:flex",
    )


def _text(item: Any) -> rx.Component:
    return text_input(
        item.control,
        default_value=item.text,
        aria_label=_("Your answer"),
        auto_complete="off",
        auto_capitalize="none",
        spell_check=False,
        max_length=200,
        class_name="font-mono",
    )


def _line(item: Any, line: Any, at: Any, ticket: rx.Var[str], on_move: Any) -> rx.Component:
    return rx.el.li(
        rx.el.input(type="hidden", name=item.control, value=line.id),
        rx.el.span(
            icon("grip"),
            rx.el.span((at + 1).to(str), class_name="w-4 text-center tabular-nums"),
            # For pointers only. By keyboard, and with single clicks, the buttons move the line.
            aria_hidden="true",
            title=_("Drag to move"),
            custom_attrs={"data-grip": ""},
            class_name="flex min-h-11 shrink-0 cursor-grab touch-none items-center gap-1 pr-1 text-sm "
            "font-semibold text-muted select-none in-data-dragged:cursor-grabbing",
        ),
        rx.el.div(rich_text(line.text), class_name="min-w-0 flex-1 py-2", **IN_ENGLISH),
        rx.el.div(
            icon_button(
                "arrow-up",
                rx.Var.create(_("Move up: {line}", line=line.plain)),
                # Not disabled, so that the focus stays when the line reaches the end.
                aria_disabled=at == 0,
                on_click=on_move(ticket, item.order, line.id, -1),
            ),
            icon_button(
                "arrow-down",
                rx.Var.create(_("Move down: {line}", line=line.plain)),
                aria_disabled=at == item.options.length() - 1,
                on_click=on_move(ticket, item.order, line.id, 1),
            ),
            class_name="flex shrink-0",
        ),
        key=line.id,
        class_name="flex items-center gap-2 rounded-control border border-edge bg-surface py-1 pr-1 pl-2 "
        "data-dragged:relative data-dragged:z-10 data-dragged:border-accent-ink data-dragged:shadow-overlay",
    )


def _pairs(item: Any) -> rx.Component:
    choices = rx.el.ul(
        rx.foreach(
            item.matches,
            lambda match: rx.el.li(
                rx.el.span(match.letter, class_name="w-5 shrink-0 font-semibold text-accent-ink"),
                rich_text(match.text, class_name="min-w-0 flex-1", **IN_ENGLISH),
                class_name="flex gap-2",
            ),
        ),
        aria_label=_("Choices"),
        class_name="flex flex-col gap-2 rounded-control bg-sunken p-4 text-compact",
    )
    return rx.el.div(
        choices,
        rx.foreach(item.options, lambda prompt: _pair(prompt, item)),
        class_name=_CARDS,
    )


def _pair(prompt: Any, item: Any) -> rx.Component:
    name = item.control + prompt.id
    return rx.el.div(
        rx.el.label(rich_text(prompt.text), html_for=name, class_name="font-medium", **IN_ENGLISH),
        select_control(
            rx.el.option(_("Choose a match…"), value=""),
            rx.foreach(
                item.matches,
                lambda match: rx.el.option(f"{match.letter}: {match.plain}", value=match.id, **IN_ENGLISH),
            ),
            id=name,
            name=name,
            default_value=prompt.partner,
        ),
        class_name="flex flex-col gap-2 rounded-control border border-line bg-surface p-4",
    )


def question_block() -> rx.Component:
    """Render the placeholder of a question: the progress, the stem with its code, the options and the button.

    Screen readers read only the stem, as "Loading".
    """

    def block(class_name: str, corners: str = "rounded-md") -> rx.Component:
        return skeleton(0, corners=corners, class_name=class_name, aria_hidden="true")

    question = rx.el.div(
        block("mb-4 h-6 w-40", "rounded-2xl"), skeleton(3), block("mt-4 h-64 max-sm:h-32", "rounded-control")
    )
    answers = rx.el.div(
        block("h-5 w-36"),
        *[block("h-14", "rounded-control")] * _OPTIONS,
        class_name="flex flex-col gap-3",
    )
    button = rx.el.div(
        block("h-12 w-full sm:w-40", "rounded-control"),
        class_name="mt-6 flex justify-end border-t border-line pt-6",
    )
    return question_frame(
        block("mb-8 h-2", "rounded-full"),
        rx.el.div(question, answers, class_name=_BESIDE),
        button,
        key="question-placeholder",
    )
