"""`/styleguide`: every component of `ui/components` in every state, in the theme that the page is set to."""

from collections.abc import Callable, Iterator, Mapping

import reflex as rx

from webdev_certs.ui.components import CONTAINER, link, page_header
from webdev_certs.ui.components.theme import theme_switch
from webdev_certs.ui.pages.layout import public_page
from webdev_certs.ui.pages.styleguide import content, controls
from webdev_certs.ui.pages.styleguide.entry import Entry

GROUPS: Mapping[str, Callable[[], Iterator[Entry]]] = {
    "Actions": controls.actions,
    "Form fields": controls.fields,
    "Messages and placeholders": content.messages,
    "Surfaces and texts": content.surfaces,
    "Records, bars and charts": content.data,
    "Items": content.items,
}
"""Title → entries of each group."""


def styleguide() -> rx.Component:
    """Render `/styleguide`."""
    return public_page(
        rx.el.div(
            page_header(
                "Styleguide",
                "Every component in every state. Point at a control to see its hover state, and press Tab to "
                "see the focus ring.",
                rx.el.div(theme_switch("styleguide-theme"), class_name="w-full min-w-72"),
            ),
            rx.el.nav(
                rx.el.ul(
                    *[rx.el.li(link(title, f"#{_id(title)}")) for title in GROUPS],
                    class_name="flex flex-wrap gap-x-6 gap-y-3 [&_a]:inline-block [&_a]:py-1.5",
                ),
                aria_label="On this page",
            ),
            *[_group(title, list(entries())) for title, entries in GROUPS.items()],
            class_name=f"{CONTAINER} py-12",
        )
    )


def _id(title: str) -> str:
    return title.lower().replace(",", "").replace(" ", "-")


def _group(title: str, entries: list[Entry]) -> rx.Component:
    heading = f"{_id(title)}-heading"
    return rx.el.section(
        rx.el.h2(title, id=heading, class_name="text-title font-semibold"),
        rx.el.div(*[_entry(entry) for entry in entries], class_name="mt-8 flex flex-col gap-12"),
        id=_id(title),
        aria_labelledby=heading,
        class_name="mt-16 scroll-mt-20 border-t border-line pt-10",
    )


def _entry(entry: Entry) -> rx.Component:
    examples = [
        rx.el.div(rx.el.p(caption, class_name="mb-2 text-sm text-muted"), example, class_name="min-w-0")
        for caption, example in entry.examples.items()
    ]
    grid = "" if entry.wide else "sm:grid-cols-2 lg:grid-cols-3"
    return rx.el.div(
        rx.el.h3(entry.components[0].__name__, class_name="text-heading font-semibold"),
        rx.el.p(
            *[rx.el.code(path, class_name="wrap-anywhere") for path in entry.paths],
            class_name="mt-1 flex flex-col text-sm text-muted",
        ),
        rx.el.div(*examples, class_name=f"mt-5 grid grid-cols-1 gap-6 {grid}"),
    )
