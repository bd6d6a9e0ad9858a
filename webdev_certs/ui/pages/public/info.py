"""The layout of the information pages; their texts are data."""

from collections.abc import Callable

import reflex as rx

from webdev_certs.shared.formatting import day_name
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language, language_prefix
from webdev_certs.ui.components import CONTAINER
from webdev_certs.ui.components.behavior import LanguageLink
from webdev_certs.ui.components.link import LOOKS
from webdev_certs.ui.components.text import prose, sentence
from webdev_certs.ui.pages.layout import public_page
from webdev_certs.ui.pages.public.info_texts.info_text import InfoText, Section
from webdev_certs.ui.rendering.text import block

ROW = "border-t border-line py-8 lg:grid lg:grid-cols-[1fr_2fr] lg:gap-16"
"""The frame of a section: on wide screens its heading is beside its content."""


def _part(part: str | tuple[str, ...]) -> rx.Component:
    """Render a paragraph, or the entries of a list."""
    text = part if isinstance(part, str) else "\n".join(f"- {entry}" for entry in part)
    return prose(block(text), class_name="text-muted")


def info(text: InfoText, tool: rx.Component | None = None) -> rx.Component:
    """Render an information page.

    Args:
        text: Its texts.
        tool: What one can do on the page, shown above the sections.

    Returns:
        The page.
    """
    updated = _("Last updated: {date}", date=day_name(text.updated)) if text.updated else ""
    return public_page(
        rx.el.article(
            rx.el.header(
                rx.el.h1(text.heading, class_name="max-w-3xl text-display font-semibold"),
                prose(block(text.lead), class_name="mt-5 max-w-2xl text-lead text-muted"),
                rx.el.p(updated, class_name="mt-4 text-sm text-muted") if updated else None,
                class_name="mb-12",
            ),
            tool,
            *[section(one) for one in text.sections],
            _binding_version() if text.is_legal and current_language() != SOURCE_LANGUAGE else None,
            class_name=f"{CONTAINER} py-14 sm:py-20",
        )
    )


def info_of(text: InfoText) -> Callable[[], rx.Component]:
    """Return the function that renders an information page without a tool.

    It belongs to this module, unlike a `partial`: Reflex puts all pages of one module into one file.

    Args:
        text: Its texts.
    """

    def page() -> rx.Component:
        return info(text)

    return page


def section(content: Section, level: int = 2) -> rx.Component:
    """Render a section.

    Args:
        content: Its texts.
        level: Level of its heading, 2 or 3.
    """
    heading, parts = content
    title = rx.el.h2 if level == 2 else rx.el.h3
    return rx.el.section(
        title(heading, class_name="text-heading font-semibold"),
        rx.el.div(
            *[_part(part) for part in parts],
            class_name="max-w-2xl max-lg:mt-3 [&>*+*]:mt-3",
        ),
        class_name=ROW,
    )


def _binding_version() -> rx.Component:
    return rx.el.p(
        *sentence(
            _("This is a translation. The {english_version} is binding."),
            english_version=LanguageLink.create(
                _("English version"),
                prefix=language_prefix(SOURCE_LANGUAGE),
                lang=current_language(),
                href_lang=SOURCE_LANGUAGE,
                class_name=LOOKS["inline"],
            ),
        ),
        class_name="border-t border-line py-8 text-muted",
    )
