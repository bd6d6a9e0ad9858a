"""The topics of a practice session."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import link, progress
from webdev_certs.ui.components.text import english

TOPIC_COUNTS = "mt-4 grid gap-4 sm:grid-cols-2 sm:gap-x-10"
"""Class names of a list of `topic_count`s."""


def topic_count(topic: Any) -> rx.Component:
    """Render how many answers in a topic were correct, with a link to practice it.

    Args:
        topic: A `TopicCount` Var.

    Returns:
        The list item.
    """
    return rx.el.li(
        rx.el.div(
            link(
                english(topic.title),
                topic.href,
                look="alone",
                aria_label=_("Practice {name}", name=topic.title),
            ),
            rx.el.span(
                _("{correct} of {total} correct", correct=topic.correct, total=topic.total),
                class_name="shrink-0 text-sm text-muted",
            ),
            class_name="mb-1.5 flex min-h-8 items-center justify-between gap-3",
        ),
        progress(topic.correct, topic.total, label=topic.title),
    )
