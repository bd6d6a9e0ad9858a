"""`/styleguide`: every component of `ui/components` in every state, in the theme that the page is set to."""

from collections.abc import Callable

import reflex as rx

from webdev_certs.ui.components import CONTAINER, link, page_header
from webdev_certs.ui.components.theme import theme_switch
from webdev_certs.ui.pages.layout import public_page
from webdev_certs.ui.pages.styleguide import (
    actions,
    charts,
    data,
    fields,
    items,
    messages,
    navigation,
    surfaces,
)
from webdev_certs.ui.pages.styleguide.entries import Entry, Example, Group, path_of

_GROUPS: tuple[Callable[[], Group], ...] = (
    actions.group,
    fields.group,
    messages.group,
    surfaces.group,
    navigation.group,
    data.group,
    charts.group,
    items.group,
)


def groups() -> tuple[Group, ...]:
    """Return all groups with their entries."""
    return tuple(make() for make in _GROUPS)


def styleguide() -> rx.Component:
    """Render `/styleguide`."""
    shown = groups()
    return public_page(
        rx.el.div(
            page_header(
                "Styleguide",
                "Every component in every state. Point at a control to see its hover state, and press Tab to "
                "see the focus ring.",
                rx.el.div(theme_switch("styleguide-theme"), class_name="w-full min-w-72"),
            ),
            _contents(shown),
            *[_group(group) for group in shown],
            class_name=f"{CONTAINER} py-12",
        )
    )


def _contents(shown: tuple[Group, ...]) -> rx.Component:
    return rx.el.nav(
        rx.el.ul(
            *[rx.el.li(link(group.title, f"#{group.id}")) for group in shown],
            class_name="flex flex-wrap gap-x-6 gap-y-3 [&_a]:inline-block [&_a]:py-1.5",
        ),
        aria_label="On this page",
    )


def _group(group: Group) -> rx.Component:
    return rx.el.section(
        rx.el.h2(group.title, id=f"{group.id}-heading", class_name="text-title font-semibold"),
        rx.el.div(*[_entry(entry) for entry in group.entries], class_name="mt-8 flex flex-col gap-12"),
        id=group.id,
        aria_labelledby=f"{group.id}-heading",
        class_name="mt-16 scroll-mt-20 border-t border-line pt-10",
    )


def _entry(entry: Entry) -> rx.Component:
    paths = [rx.el.code(path_of(component), class_name="wrap-anywhere") for component in entry.components]
    grid = "" if entry.wide else "sm:grid-cols-2 lg:grid-cols-3"
    return rx.el.div(
        rx.el.h3(entry.components[0].__name__, class_name="text-heading font-semibold"),
        rx.el.p(*paths, class_name="mt-1 flex flex-col text-sm text-muted"),
        rx.el.div(
            *[_example(example) for example in entry.examples],
            class_name=f"mt-5 grid grid-cols-1 gap-6 {grid}",
        ),
    )


def _example(example: Example) -> rx.Component:
    return rx.el.div(
        rx.el.p(example.caption, class_name="mb-2 text-sm text-muted"), example.content, class_name="min-w-0"
    )
