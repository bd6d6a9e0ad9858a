"""What a practice round shows while its question is loading."""

import reflex as rx

from webdev_certs.ui.components import skeleton
from webdev_certs.ui.components.item import question_frame, side_by_side

_OPTIONS = 4
"""As many as most items have."""


def question_block() -> rx.Component:
    """Render the placeholder of a question: the progress, the stem, and the options in their places.

    Returns:
        The placeholder, of which screen readers read one part as "Loading".
    """
    option = skeleton(0, class_name="h-14 rounded-control", aria_hidden="true")
    return question_frame(
        skeleton(0, class_name="mb-8 h-2 rounded-full", aria_hidden="true"),
        side_by_side(
            rx.el.div(skeleton(0, class_name="mb-5 h-6 w-40 rounded-2xl", aria_hidden="true"), skeleton(4)),
            rx.el.div(*[option] * _OPTIONS, class_name="flex flex-col gap-3"),
        ),
        key="question-placeholder",
    )
