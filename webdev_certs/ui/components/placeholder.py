"""Placeholders for content that does not exist yet or is still loading."""

from typing import Any, Literal

import reflex as rx

from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.styling import Child, classes


def illustration(icon_name: str) -> rx.Component:
    """Draw sheets of paper with an icon on the first one, hidden from screen readers.

    Args:
        icon_name: Name of an icon, which says what the sheets are about.

    Returns:
        The drawing.
    """
    behind: Any = {"width": "64", "height": "68", "rx": "9", "class_name": "fill-sunken stroke-line"}
    lines = [("60", "30", "26"), ("60", "42", "40"), ("60", "54", "34")]
    return rx.el.div(
        rx.el.svg(
            rx.el.svg.rect(x="36", y="16", transform="rotate(-11 68 50)", **behind),
            rx.el.svg.rect(x="60", y="16", transform="rotate(11 92 50)", **behind),
            rx.el.svg.rect(
                x="48", y="12", width="64", height="74", rx="9", class_name="fill-surface stroke-edge"
            ),
            *[
                rx.el.svg.rect(
                    x=str(x), y=str(y), width=str(width), height="4", rx="2", class_name="fill-line"
                )
                for x, y, width in lines
            ],
            rx.el.svg.circle(cx="108", cy="76", r="18", class_name="fill-accent"),
            view_box="0 0 160 100",
            aria_hidden="true",
            class_name="h-25 w-40",
        ),
        icon(icon_name, class_name="absolute top-[4.125rem] left-[6.125rem] size-5 text-on-accent"),
        class_name="relative mb-4 w-40",
    )


def empty_state(
    icon_name: str, title: Child, text: Child, action: Child | None = None, *, level: Literal[0, 1, 2] = 0
) -> rx.Component:
    """Render a placeholder for content that does not exist yet.

    Args:
        icon_name: Name of an icon.
        title: What is missing.
        text: How to get it.
        action: A button or link that starts it.
        level: Heading level of the title: 1 if the placeholder fills the page, 0 for no heading.

    Returns:
        The placeholder.
    """
    heading = (rx.el.p, rx.el.h1, rx.el.h2)[level]
    return rx.el.div(
        illustration(icon_name),
        heading(title, class_name="text-heading font-semibold text-ink"),
        rx.el.p(text, class_name="mt-1.5 max-w-md text-muted"),
        rx.el.div(action, class_name="mt-6") if action is not None else None,
        class_name="flex flex-col items-center rounded-card border border-dashed border-line px-6 py-12 "
        "text-center",
    )


def skeleton(lines: int = 3, **props: Any) -> rx.Component:
    """Render gray bars in place of text that is loading.

    Args:
        lines: Number of bars; 0 for one block whose size `class_name` sets.
        **props: Passed on to the <div>.

    Returns:
        The placeholder, which screen readers read as "Loading".
    """
    bar = "animate-shimmer rounded-md bg-line"
    extra = props.pop("class_name", "")
    props = {"role": "status", "aria_label": "Loading", **props}
    if not lines:
        return rx.el.div(class_name=classes(bar, extra), **props)
    widths = ["w-full"] * (lines - 1) + ["w-3/5"]
    bars = [rx.el.div(class_name=f"{bar} h-4 {width}") for width in widths]
    return rx.el.div(*bars, class_name=classes("flex flex-col gap-3", extra), **props)
