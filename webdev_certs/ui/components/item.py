"""The form of an item: stem, code, and the controls of its format."""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from webdev_certs.ui.components.behavior import AnswerDraft, AnswerForm
from webdev_certs.ui.components.button import icon_button
from webdev_certs.ui.components.choice import checkbox_card, radio_card
from webdev_certs.ui.components.code_block import code_block
from webdev_certs.ui.components.field import select_control, text_input
from webdev_certs.ui.components.prose import paragraphs, rich_text
from webdev_certs.ui.components.surface import badge

QUESTION = "question"
"""Id of the <legend>. It takes the focus when the next item is shown."""


def item_form(
    item: Any,
    ticket: rx.Var[str],
    *footer: rx.Component,
    draft: Mapping[str, Any] | None = None,
    on_change: Any,
    on_submit: Any,
    on_move: Any,
) -> rx.Component:
    """Render an item with its form.

    Args:
        item: An `ItemView` Var.
        ticket: Identifies the item that the answers belong to; a new ticket renders the controls again.
        *footer: Content below the controls, including the submit button.
        draft: Properties of the `AnswerDraft`, if answers are saved before the form is submitted.
        on_change: Event handler (ticket, entries), called while the user answers.
        on_submit: Event handler (ticket, entries).
        on_move: Event handler (ticket, order, line, by) for order_lines.

    Returns:
        The form.
    """
    return AnswerForm.create(
        AnswerDraft.create(ticket=ticket, **(draft or {})),
        rx.el.fieldset(
            rx.el.legend(
                rx.el.span("Question: ", class_name="sr-only"),
                stem(item),
                id=QUESTION,
                tab_index=-1,
                class_name="w-full outline-none",
            ),
            rx.el.p(item.hint, class_name="mt-5 mb-3 text-sm font-medium text-muted"),
            _controls(item, ticket, on_move),
            class_name="min-w-0",
        ),
        *footer,
        key=ticket,
        on_change=lambda entries: on_change(ticket, entries).debounce(250),
        on_submit=lambda entries: on_submit(ticket, entries).prevent_default,
        class_name="flex flex-col gap-6",
    )


def stem(item: Any) -> rx.Component:
    """Render the stem of an item with its topic, difficulty and code."""
    return rx.el.div(
        rx.el.div(badge(item.topic), badge(item.difficulty), class_name="mb-4 flex flex-wrap gap-2"),
        paragraphs(item.stem, class_name="space-y-3 text-lg leading-relaxed font-medium text-ink"),
        rx.cond(
            item.code != "",
            rx.el.div(code_block(item.code, item.language), class_name="mt-4 font-normal"),
        ),
    )


def _controls(item: Any, ticket: rx.Var[str], on_move: Any) -> rx.Component:
    cards = "flex flex-col gap-3"
    return rx.match(
        item.format,
        (
            "multiple_choice",
            rx.el.div(rx.foreach(item.options, lambda option: _checkbox(option, item)), class_name=cards),
        ),
        ("fill_in", _text(item)),
        (
            "order_lines",
            rx.el.ol(
                rx.foreach(item.options, lambda line, at: _line(item, line, at, ticket, on_move)),
                class_name=cards,
            ),
        ),
        (
            "match_pairs",
            rx.el.div(rx.foreach(item.options, lambda prompt: _pair(prompt, item)), class_name=cards),
        ),
        rx.el.div(rx.foreach(item.options, lambda option: _radio(option, item)), class_name=cards),
    )  # pyright: ignore[reportReturnType]


def _radio(option: Any, item: Any) -> rx.Component:
    printed = rx.foreach(option.text, lambda part: rx.el.span(part.text))
    return radio_card(
        item.control,
        option.id,
        rx.cond(
            item.format == "output",
            rx.el.pre(printed, class_name="overflow-x-auto font-mono text-[0.9375rem]"),
            rich_text(option.text),
        ),
        default_checked=option.chosen,
    )


def _checkbox(option: Any, item: Any) -> rx.Component:
    return checkbox_card(item.control, option.id, rich_text(option.text), default_checked=option.chosen)


def _text(item: Any) -> rx.Component:
    return text_input(
        item.control,
        default_value=item.text,
        aria_label="Your answer",
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
            (at + 1).to(str),
            aria_hidden="true",
            class_name="w-5 shrink-0 text-center text-sm font-semibold text-muted",
        ),
        rx.el.div(
            rich_text(line.text),
            class_name="min-w-0 flex-1 overflow-x-auto py-2 font-mono text-[0.9375rem] whitespace-pre-wrap",
        ),
        rx.el.div(
            icon_button(
                "arrow-up",
                "Move up",
                disabled=at == 0,
                on_click=on_move(ticket, item.order, line.id, -1),
            ),
            icon_button(
                "arrow-down",
                "Move down",
                disabled=at == item.options.length() - 1,
                on_click=on_move(ticket, item.order, line.id, 1),
            ),
            class_name="flex shrink-0",
        ),
        key=line.id,
        class_name="flex items-center gap-3 rounded-control border border-edge bg-surface py-1 pr-1 pl-3",
    )


def _pair(prompt: Any, item: Any) -> rx.Component:
    name = item.control + prompt.id
    return rx.el.div(
        rx.el.label(rich_text(prompt.text), html_for=name, class_name="min-w-0 flex-1 font-medium"),
        select_control(
            rx.el.option("Choose a match…", value=""),
            rx.foreach(item.matches, lambda match: rx.el.option(match.text, value=match.id)),
            id=name,
            name=name,
            default_value=prompt.partner,
            class_name="w-full sm:max-w-sm",
        ),
        class_name="flex flex-col gap-2 rounded-control border border-line bg-surface p-4 sm:flex-row "
        "sm:items-center sm:gap-4",
    )
