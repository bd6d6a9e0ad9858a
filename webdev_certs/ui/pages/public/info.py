"""The layout of the information pages; their texts are data."""

from collections.abc import Callable

import reflex as rx

from webdev_certs.shared.formatting import day_name
from webdev_certs.shared.texts import Section, Text
from webdev_certs.shared.translation import _, current_language, language_prefix
from webdev_certs.ui.components import CONTAINER
from webdev_certs.ui.components.behavior import LanguageLink
from webdev_certs.ui.components.link import LOOKS
from webdev_certs.ui.components.text import prose, sentence
from webdev_certs.ui.pages.layout import public_page
from webdev_certs.ui.pages.page_texts import page_text
from webdev_certs.ui.rendering.text import block, plain

ROW = "border-t border-line py-8 lg:grid lg:grid-cols-[1fr_2fr] lg:gap-16"
"""The frame of a section: on wide screens its heading is beside its content."""


def info(text: Text, *content: rx.Component | None) -> rx.Component:
    """Render an information page.

    Args:
        text: Its texts.
        *content: What follows the heading; by default all sections.
    """
    binding_language = text.metadata.get("binding_language", current_language())
    changed = text.date("updated")
    updated = _("Last updated: {date}", date=day_name(changed)) if changed else ""
    return public_page(
        rx.el.article(
            rx.el.header(
                rx.el.h1(plain(text.heading), class_name="max-w-3xl text-display font-semibold"),
                prose(block(text.text), class_name="mt-5 max-w-2xl text-lead text-muted"),
                rx.el.p(updated, class_name="mt-4 text-sm text-muted") if updated else None,
                class_name="mb-12",
            ),
            *(content or map(section, text.sections)),
            _binding_version(binding_language) if binding_language != current_language() else None,
            class_name=f"{CONTAINER} py-14 sm:py-20",
        )
    )


def info_of(name: str) -> Callable[[], rx.Component]:
    """Return the function that renders an information page of texts alone.

    It belongs to this module, unlike a `partial`: Reflex puts all pages of one module into one file.

    Args:
        name: The name of its file.
    """

    def page() -> rx.Component:
        return info(page_text(name))

    return page


def section(content: Section, level: int = 2) -> rx.Component:
    """Render a section.

    Args:
        content: Its texts.
        level: Level of its heading, 2 or 3.
    """
    title = rx.el.h2 if level == 2 else rx.el.h3
    return rx.el.section(
        title(plain(content.heading), class_name="text-heading font-semibold"),
        rx.el.div(
            *[prose(block(part), class_name="text-muted") for part in content.parts],
            class_name="max-w-2xl max-lg:mt-3 [&>*+*]:mt-3",
        ),
        class_name=ROW,
    )


def _binding_version(language: str) -> rx.Component:
    def version(name: str) -> rx.Component:
        return LanguageLink.create(
            name,
            prefix=language_prefix(language),
            lang=current_language(),
            href_lang=language,
            class_name=LOOKS["inline"],
        )

    words = (
        sentence(
            _("This is a translation. The {german_version} is binding."),
            german_version=version(_("German version")),
        )
        if language == "de"
        else sentence(
            _("This is a translation. The {english_version} is binding."),
            english_version=version(_("English version")),
        )
    )
    return rx.el.p(*words, class_name="border-t border-line py-8 text-muted")
