"""Items of every format, and the feedback on them."""

from collections.abc import Callable, Iterator

import reflex as rx

from webdev_certs.ui.components import button
from webdev_certs.ui.components.feedback import feedback_panel
from webdev_certs.ui.components.item import item_form, side_by_side, stem
from webdev_certs.ui.components.question_review import question_review
from webdev_certs.ui.pages.styleguide.entry import Entry
from webdev_certs.ui.states.styleguide import FORMATS, StyleguideState

_NAMES = [item_format.replace("_", " ").capitalize() for item_format in FORMATS]


def items() -> Iterator[Entry]:
    """Yield the form of items, the feedback on them, and a review."""
    yield Entry(
        (item_form, stem, side_by_side),
        {"every format": _when_loaded(_by_format("Item formats", _form))},
        wide=True,
    )
    yield Entry(
        (feedback_panel,),
        {
            "a right and a wrong answer in every format": _when_loaded(
                _by_format("Feedback by format", _feedback)
            )
        },
        wide=True,
    )
    title = rx.Var.create("All questions")
    review = question_review(title, StyleguideState.review, len(FORMATS) // 2, len(FORMATS))
    yield Entry((question_review,), {"a review with mistakes": _when_loaded(review)}, wide=True)


def _when_loaded(content: rx.Component) -> rx.Component:
    return rx.cond(StyleguideState.items.length() > 0, content)


def _by_format(label: str, content: Callable[[int], rx.Component]) -> rx.Component:
    """Show one item at a time, because an item's ids must be unique on a page."""
    formats = list(enumerate(zip(FORMATS, _NAMES, strict=True)))
    choices = [
        button(
            name,
            variant="secondary",
            size="sm",
            aria_pressed=(StyleguideState.format == item_format).to_string(),
            on_click=StyleguideState.choose(item_format),
        )
        for _, (item_format, name) in formats
    ]
    return rx.el.div(
        rx.el.div(*choices, role="group", aria_label=label, class_name="mb-6 flex flex-wrap gap-2"),
        rx.match(
            StyleguideState.format,
            *[(item_format, content(at)) for at, (item_format, _) in formats],
            rx.fragment(),
        ),
    )


def _form(at: int) -> rx.Component:
    return item_form(
        StyleguideState.items[at],
        rx.Var.create(FORMATS[at]),
        rx.el.div(
            rx.el.code(StyleguideState.answer, class_name="text-sm wrap-anywhere text-muted"),
            button("Check answer", type="submit"),
            class_name="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6",
        ),
        on_change=StyleguideState.read,
        on_submit=StyleguideState.read,
        on_move=StyleguideState.move,
    )


def _feedback(at: int) -> rx.Component:
    return rx.el.div(
        *[feedback_panel(StyleguideState.feedback[2 * at + offset]) for offset in (0, 1)],
        class_name="grid gap-8 lg:grid-cols-2",
    )
