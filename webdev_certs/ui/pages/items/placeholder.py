"""What an attempt or a practice session shows while its question is loading."""

import reflex as rx

from webdev_certs.ui.components import skeleton
from webdev_certs.ui.components.item import question_frame, side_by_side

_OPTIONS = 4
"""As many as most items have."""


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
        block("h-5 w-36"), *[block("h-14", "rounded-control")] * _OPTIONS, class_name="flex flex-col gap-3"
    )
    button = rx.el.div(
        block("h-12 w-full sm:w-40", "rounded-control"),
        class_name="mt-6 flex justify-end border-t border-line pt-6",
    )
    return question_frame(
        block("mb-8 h-2", "rounded-full"), side_by_side(question, answers), button, key="question-placeholder"
    )
