"""The information pages: one layout, with the texts as data."""

import reflex as rx

from webdev_certs.ui.components import CONTAINER
from webdev_certs.ui.components.prose import prose
from webdev_certs.ui.pages.layout import public_page
from webdev_certs.ui.pages.public.info_texts.info_text import InfoText
from webdev_certs.ui.rendering.text import block


def _part(part: str | tuple[str, ...]) -> rx.Component:
    """Render a paragraph, or the entries of a list."""
    text = part if isinstance(part, str) else "\n".join(f"- {entry}" for entry in part)
    return prose(block(text), class_name="text-muted")


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
                *[_part(part) for part in parts],
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
                prose(block(text.lead), class_name="mt-5 max-w-2xl text-lead text-muted"),
                class_name="mb-12",
            ),
            *sections,
            rx.el.p(text.note, class_name="border-t border-line pt-6 text-sm text-faint")
            if text.note
            else None,
            class_name=f"{CONTAINER} py-14 sm:py-20",
        )
    )
