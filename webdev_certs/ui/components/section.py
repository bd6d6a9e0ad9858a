"""Parts of a page: its header, sections, panels, and content that is closed at first."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from webdev_certs.ui.components.button import button_group
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.page_shell import CONTAINER
from webdev_certs.ui.components.styling import Child, Text, classes, unbroken


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
    """
    return rx.el.div(
        *[_question(*entry) for entry in entries],
        class_name="divide-y divide-line border-y border-line",
    )


def page_header(title: Child, subtitle: Child | Text = "", actions: Child | None = None) -> rx.Component:
    """Render the header of a page with its only <h1>.

    Args:
        title: Title of the page.
        subtitle: One sentence about the page, or a placeholder for it.
        actions: Buttons at the right (below the title on phones).
    """
    return rx.el.header(
        rx.el.div(
            rx.el.h1(title, class_name="text-title font-semibold"),
            _subtitle(subtitle),
            class_name="min-w-0",
        ),
        button_group(actions, class_name="shrink-0 max-sm:w-full") if actions is not None else None,
        class_name="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5",
    )


def _subtitle(subtitle: Child | Text) -> rx.Component | None:
    look = "mt-2 max-w-2xl text-lead text-muted"
    if isinstance(subtitle, rx.Component):
        return rx.el.div(subtitle, class_name=look)
    return rx.el.p(subtitle, class_name=look) if isinstance(subtitle, rx.Var) or subtitle else None


def panel(title: str, lead: Child, *body: Child, id: str) -> rx.Component:
    """Render a panel with an <h2>.

    Args:
        title: Heading.
        lead: A sentence below the heading.
        *body: The form, list or button.
        id: Id of the panel. The heading has the id `<id>-title` and can take the focus.
    """
    return rx.el.section(
        rx.el.div(
            rx.el.h2(
                title, id=f"{id}-title", tab_index=-1, class_name="text-heading font-semibold outline-none"
            ),
            rx.el.p(lead, class_name="mt-1.5 text-compact text-muted"),
        ),
        rx.el.div(*body, class_name="min-w-0"),
        id=id,
        aria_labelledby=f"{id}-title",
        class_name="grid gap-5 border-t border-line py-8 first:border-t-0 first:pt-0 lg:grid-cols-[1fr_2fr] "
        "lg:gap-12",
    )


class _Details(rx.el.Details):
    on_toggle: rx.EventHandler[rx.event.no_args_event_spec]
    """Called when it is opened or closed."""


def disclosure(summary: Child, *content: Child, **props: Any) -> rx.Component:
    """Render content that is closed at first, below the control that opens it.

    Charts, which are HTML, have one of the same look (ui/rendering/charts.py, assets/content.css).

    Args:
        summary: Text of the control.
        *content: What it opens.
        **props: Passed on to the <details>.
    """
    name = classes("disclosure", props.pop("class_name", ""))
    return _Details.create(rx.el.summary(summary), *content, class_name=name, **props)
