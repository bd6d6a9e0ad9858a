"""The list of technologies, shown for a path with an unknown technology or level."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.button import link_button
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.link import anchor


def technology_choice(technologies: Any, base: str) -> rx.Component:
    """Render a page that says the test does not exist and links to the existing ones.

    Args:
        technologies: A Var of a list of `TechnologySummary`.
        base: The path before the technology's id, such as `/test`.

    Returns:
        The page.
    """
    return rx.el.div(
        rx.el.h1(_("This test doesn’t exist"), class_name="text-title font-semibold"),
        rx.el.p(_("Choose a technology:"), class_name="mt-2 mb-6 text-muted"),
        rx.el.ul(
            rx.foreach(technologies, lambda technology: _entry(technology, base)),
            class_name="flex flex-col gap-3",
        ),
        rx.el.div(link_button(_("Go to dashboard"), "/dashboard", variant="secondary"), class_name="mt-8"),
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
