"""The choice between the languages of the pages."""

import reflex as rx

from webdev_certs.shared.translation import LANGUAGES, _, current_language, language_prefix
from webdev_certs.ui.components.behavior import LanguageLink
from webdev_certs.ui.components.link import LOOKS


def language_switch(*, label: str = "") -> rx.Component:
    """Render a link to this page in each language, each in its own language.

    Args:
        label: Name of the landmark, if the page has another one.

    Returns:
        A landmark with the links; the one of the language that is shown is marked as current.
    """
    shown = current_language()
    return rx.el.nav(
        rx.el.ul(
            *[
                rx.el.li(
                    LanguageLink.create(
                        name,
                        prefix=language_prefix(code),
                        lang=code,
                        href_lang=code,
                        class_name="inline-flex min-h-11 items-center rounded-sm text-compact md:min-h-9 "
                        f"{LOOKS['quiet']} aria-[current]:font-semibold aria-[current]:text-ink",
                        custom_attrs={"aria-current": "true"} if code == shown else {},
                    )
                )
                for code, name in LANGUAGES.items()
            ],
            class_name="flex gap-5",
        ),
        aria_label=label or _("Language"),
        class_name="mt-4",
    )
