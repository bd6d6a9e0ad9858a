"""Placeholders for content that is loading or does not exist."""

from typing import Any, Literal

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.button import button_group, link_button
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.illustrations import Scene, illustration
from webdev_certs.ui.components.link import anchor
from webdev_certs.ui.components.styling import Child, classes


def empty_state(
    scene: Scene, title: Child, text: Child, action: Child | None = None, *, level: Literal[0, 1, 2] = 0
) -> rx.Component:
    """Render a placeholder for content that does not exist yet.

    Args:
        scene: The illustration.
        title: What is missing.
        text: How to get it.
        action: A button or link that starts it, or several.
        level: Heading level of the title: 1 if the placeholder fills the page, 0 for no heading.
    """
    heading = (rx.el.p, rx.el.h1, rx.el.h2)[level]
    return rx.el.div(
        illustration(scene, class_name="mb-4"),
        heading(title, class_name="text-heading font-semibold text-balance text-ink"),
        rx.el.p(text, class_name="mt-1.5 max-w-md text-balance text-muted"),
        button_group(action, class_name="mt-6 justify-center max-sm:w-full") if action is not None else None,
        class_name="flex flex-col items-center rounded-card border border-dashed border-line px-6 py-12 "
        "text-center",
    )


def skeleton(
    lines: int = 3, *, corners: str = "rounded-md", color: str = "bg-line", **props: Any
) -> rx.Component:
    """Render gray bars in place of text that is loading.

    Args:
        lines: Number of bars; 0 for one block whose size `class_name` sets.
        corners: The class of the bars' corners, e.g. `rounded-control` in place of a button.
        color: The class of the bars' color.
        **props: Passed on to the <span>.

    Returns:
        The placeholder, which screen readers read as "Loading".
    """
    extra = props.pop("class_name", "")
    bar = f"animate-shimmer {color} {corners}"
    props = {"role": "status", "aria_label": _("Loading"), **props}
    # Not a <div>: React would reuse it for the content that follows, which would then seem to move.
    if not lines:
        return rx.el.span(class_name=classes("block", bar, extra), **props)
    widths = ["w-full"] * (lines - 1) + ["w-3/5"]
    bars = [rx.el.span(class_name=f"{bar} h-4 {width}") for width in widths]
    return rx.el.span(*bars, class_name=classes("flex flex-col gap-3", extra), **props)


def technology_choice(title: str, text: str, lead: str, technologies: Any, base: str) -> rx.Component:
    """Render a page that says what does not exist, with a link for each technology.

    Args:
        title: What does not exist.
        text: Why.
        lead: What the list leads to.
        technologies: A Var of a list of `TechnologySummary`.
        base: The path before the technology's id, such as `/test`.
    """
    return rx.el.div(
        empty_state("not_found", title, text, level=1),
        rx.el.p(lead, class_name="mt-8 font-medium text-ink"),
        rx.el.ul(
            rx.foreach(technologies, lambda technology: _entry(technology, base)),
            class_name="mt-3 flex flex-col gap-3",
        ),
        button_group(link_button(_("Go to dashboard"), "/dashboard", variant="secondary"), class_name="mt-8"),
    )


def _entry(technology: Any, base: str) -> rx.Component:
    return rx.el.li(
        anchor(
            rx.el.span(technology.name, class_name="flex-1 font-medium"),
            icon("chevron-right", class_name="text-faint"),
            href=f"{base}/{technology.technology}",
            class_name="flex min-h-12 items-center gap-3 rounded-control border border-line bg-surface px-4 "
            "py-3 hover:bg-sunken",
        )
    )
