"""The information pages: one layout, with the texts as data."""

import re

import reflex as rx

from webdev_certs.ui.components import CONTAINER, link
from webdev_certs.ui.pages.layout import public_page
from webdev_certs.ui.pages.public.info_texts.info_text import InfoText

_LINK = re.compile(r"\[([^\]]+)\]\((/[^)]*)\)")


def _paragraph(text: str, class_name: str = "text-muted") -> rx.Component:
    """Render a paragraph; `[words](/path)` in it becomes a link."""
    parts: list[rx.Component | str] = []
    end = 0
    for match in _LINK.finditer(text):
        parts += [text[end : match.start()], link(match[1], match[2])]
        end = match.end()
    return rx.el.p(*parts, text[end:], class_name=class_name)


def _list(items: tuple[str, ...]) -> rx.Component:
    return rx.el.ul(
        *[rx.el.li(item, class_name="pl-1") for item in items],
        class_name="flex list-disc flex-col gap-2 pl-5 text-muted marker:text-faint",
    )


def info(text: InfoText) -> rx.Component:
    """Render an information page.

    Args:
        text: Its texts.

    Returns:
        The page.
    """
    sections = [
        rx.el.section(
            rx.el.h2(heading, class_name="text-heading font-semibold"),
            rx.el.div(
                *[_paragraph(part) if isinstance(part, str) else _list(part) for part in parts],
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
                _paragraph(text.lead, "mt-5 max-w-2xl text-lead text-muted"),
                class_name="mb-12",
            ),
            *sections,
            rx.el.p(text.note, class_name="border-t border-line pt-6 text-sm text-faint")
            if text.note
            else None,
            class_name=f"{CONTAINER} py-14 sm:py-20",
        )
    )
