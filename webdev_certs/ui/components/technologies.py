"""The list of technologies, shown for a path that names none."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.button import button_group, link_button
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.link import anchor
from webdev_certs.ui.components.placeholder import empty_state


def technology_choice(title: str, text: str, lead: str, technologies: Any, base: str) -> rx.Component:
    """Render a page that says what does not exist, with a link for each technology.

    Args:
        title: What does not exist.
        text: Why.
        lead: What the list leads to.
        technologies: A Var of a list of `TechnologySummary`.
        base: The path before the technology's id, such as `/test`.

    Returns:
        The page.
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
