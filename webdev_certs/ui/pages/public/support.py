"""The support page, which can be searched."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import link, link_button, text_field
from webdev_certs.ui.pages.public.info import info, words_of
from webdev_certs.ui.pages.public.info_texts import SUPPORT
from webdev_certs.ui.states.public.support import SupportState


def support() -> rx.Component:
    """Render `/support`."""
    wanted: Any = SupportState.wanted
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
        rx.el.div(rx.cond(wanted != "", _found(wanted)), role="status"),
        role="search",
        class_name="mb-3",
    )
    return info(SUPPORT, rx.fragment(search, rx.cond(wanted == "", _subjects())), wanted)


def _found(wanted: Any) -> rx.Component:
    """Say how many answers contain the words, and what to do if none does."""
    answers = [rx.Var.create(words_of(one)).to(str) for group in SUPPORT.groups for one in group.sections]
    matches: list[Any] = [rx.cond(answer.contains(wanted), 1, 0) for answer in answers]
    number = sum(matches)
    return rx.match(  # pyright: ignore[reportReturnType]
        number,
        (
            0,
            rx.el.div(
                rx.el.p(_("No answer contains this."), class_name="font-medium"),
                rx.el.p(_("Try a shorter or a different word, or ask us."), class_name="mt-1 text-muted"),
                link_button(_("Write to us"), "/contact", variant="secondary", class_name="mt-4"),
            ),
        ),
        (1, rx.el.p(_("1 answer matches."), class_name="font-medium")),
        rx.el.p(_("{n} answers match.", n=number), class_name="font-medium"),
    )


def _subjects() -> rx.Component:
    return rx.el.nav(
        rx.el.ul(
            *[
                rx.el.li(link(group.heading, f"#{group.id}", class_name="flex min-h-11 items-center"))
                for group in SUPPORT.groups
            ],
            class_name="grid grid-cols-2 gap-x-6 sm:flex sm:flex-wrap",
        ),
        aria_label=_("Subjects"),
    )
