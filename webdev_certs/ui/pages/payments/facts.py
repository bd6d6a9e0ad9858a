"""What is true of a plan or a payment: names with their values."""

from typing import Any

import reflex as rx


def facts(*entries: Any) -> rx.Component:
    """Render a list of `fact`s: side by side, and on phones one below the other.

    Args:
        *entries: The facts.
    """
    return rx.el.dl(*entries, class_name="mt-5 flex flex-wrap gap-x-12 gap-y-4 max-sm:flex-col")


def fact(name: Any, value: Any) -> rx.Component:
    """Render one fact.

    Args:
        name: Its name.
        value: Its value.
    """
    return rx.el.div(
        rx.el.dt(name, class_name="text-sm text-muted"),
        rx.el.dd(value, class_name="font-medium tabular-nums sm:mt-0.5"),
        class_name="flex items-baseline justify-between gap-4 sm:block",
    )
