"""The information pages: one page, its texts as data."""

import re

import reflex as rx

from webdev_certs.components import CONTAINER
from webdev_certs.ui.components import link
from webdev_certs.ui.pages.info_texts import InfoText
from webdev_certs.ui.pages.layout import public_page

_LINK = re.compile(r"\[([^\]]+)\]\((/[^)]*)\)")


def _paragraph(text: str) -> rx.Component:
    """Render a paragraph; `[words](/path)` in it is a link."""
    parts: list[rx.Component | str] = []
    end = 0
    for match in _LINK.finditer(text):
        parts += [text[end : match.start()], link(match[1], match[2])]
        end = match.end()
    return rx.el.p(*parts, text[end:], class_name="text-muted")


def _items(items: tuple[str, ...]) -> rx.Component:
    """Render a list."""
    return rx.el.ul(
        *[rx.el.li(item, class_name="pl-1") for item in items],
        class_name="flex list-disc flex-col gap-2 pl-5 text-muted marker:text-faint",
    )


def info(text: InfoText) -> rx.Component:
    """Render an information page.

    Args:
        text: What it says.

    Returns:
        The page.
    """
    sections = [
        rx.el.section(
            rx.el.h2(heading, class_name="text-heading font-semibold"),
            rx.el.div(
                *[_paragraph(part) if isinstance(part, str) else _items(part) for part in parts],
                class_name="max-w-2xl max-lg:mt-3 [&>*+*]:mt-3",
            ),
            class_name="border-t border-line py-8 lg:grid lg:grid-cols-[1fr_2fr] lg:gap-16",
        )
        for heading, parts in text.sections
    ]
    return public_page(
        rx.el.article(
            rx.el.header(
                rx.el.h1(text.heading, class_name="max-w-3xl text-display font-semibold"),
                rx.el.p(text.lead, class_name="mt-5 max-w-2xl text-lead text-muted"),
                class_name="mb-12",
            ),
            *sections,
            rx.el.p(text.note, class_name="border-t border-line pt-6 text-sm text-faint")
            if text.note
            else None,
            class_name=f"{CONTAINER} py-14 sm:py-20",
        )
    )
