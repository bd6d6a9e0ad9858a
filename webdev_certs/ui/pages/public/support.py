"""The support page, which can be searched."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import link_button, text_field
from webdev_certs.ui.pages.public.info import info, words_of
from webdev_certs.ui.pages.public.info_texts import SUPPORT
from webdev_certs.ui.states.public.support import SupportState


def support() -> rx.Component:
    """Render `/support`."""
    wanted: Any = SupportState.wanted
    answers = [rx.Var.create(words_of(section)).to(str) for section in SUPPORT.sections]
    found = answers[0].contains(wanted)
    for answer in answers[1:]:
        found = found | answer.contains(wanted)
    search = rx.el.div(
        text_field(
            _("Search the answers"),
            "wanted",
            type="search",
            hint=_("For example: connection, number, paid"),
            default_value=wanted,
            auto_complete="off",
            on_change=SupportState.search.debounce(150),
            class_name="max-w-md",
        ),
        rx.el.div(
            rx.cond(
                found,
                None,
                rx.el.div(
                    rx.el.p(_("No answer contains this."), class_name="font-medium"),
                    link_button(_("Write to us"), "/contact", variant="secondary", class_name="mt-4"),
                    class_name="border-t border-line py-8",
                ),
            ),
            role="status",
        ),
        role="search",
        class_name="mb-4",
    )
    return info(SUPPORT, search, wanted)
