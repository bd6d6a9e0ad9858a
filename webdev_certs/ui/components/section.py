"""Parts of the public pages: sections with a heading, and frequently asked questions."""

from collections.abc import Sequence

import reflex as rx

from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.page_shell import CONTAINER
from webdev_certs.ui.components.styling import Child, unbroken


def section(
    title: Child, *body: Child, id: str, lead: Child = "", sunken: bool = False, beside: bool = False
) -> rx.Component:
    """Render a section across the page with an <h2>.

    Args:
        title: Heading.
        *body: Content.
        id: Id of the section, for links within the page.
        lead: A sentence below the heading.
        sunken: Whether to use the darker background.
        beside: Whether to show the content beside the heading on wide screens instead of below.

    Returns:
        The section.
    """
    heading = rx.el.div(
        rx.el.h2(title, id=f"{id}-title", class_name="text-title font-semibold"),
        rx.el.p(lead, class_name="mt-4 text-lead text-muted") if lead else None,
        class_name="max-w-2xl",
    )
    frame = "lg:grid lg:grid-cols-[2fr_3fr] lg:gap-16" if beside else ""
    return rx.el.section(
        rx.el.div(
            heading,
            rx.el.div(*body, class_name=f"mt-10 min-w-0 {'lg:mt-0' if beside else ''}"),
            class_name=f"{CONTAINER} {frame}",
        ),
        id=id,
        aria_labelledby=f"{id}-title",
        class_name=f"py-16 sm:py-24 {'border-y border-line bg-sunken' if sunken else ''}",
    )


def _question(question: str, answer: Child) -> rx.Component:
    """Render one question, with its answer collapsed."""
    return rx.el.details(
        rx.el.summary(
            rx.el.h3(unbroken(question), class_name="flex-1 font-medium"),
            icon("plus", class_name="text-faint transition-transform duration-200 group-open:rotate-45"),
            class_name="flex min-h-14 list-none items-center gap-4 rounded-md py-4 text-row text-ink "
            "hover:text-accent-ink",
        ),
        rx.el.p(answer, class_name="max-w-2xl pb-6 text-muted"),
        class_name="group",
    )


def faq(entries: Sequence[tuple[str, Child]]) -> rx.Component:
    """Render questions with collapsed answers as native <details>, which need no script.

    Args:
        entries: (question, answer) pairs.

    Returns:
        The list.
    """
    return rx.el.div(
        *[_question(*entry) for entry in entries],
        class_name="divide-y divide-line border-y border-line",
    )
