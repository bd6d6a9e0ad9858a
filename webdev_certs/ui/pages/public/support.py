"""The support page, which can be searched."""

from typing import Any

import reflex as rx

from webdev_certs.shared.texts import Section, Text
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import link, link_button, text_field
from webdev_certs.ui.components.behavior import AnswerSearch
from webdev_certs.ui.pages.page_texts import page_text
from webdev_certs.ui.pages.public.info import info, section
from webdev_certs.ui.rendering.text import plain


def support() -> rx.Component:
    """Render `/support`."""
    text = page_text("support")
    parts: list[tuple[rx.Component, dict[str, str] | None]] = []
    for group in text.sections:
        heading = rx.el.h2(
            plain(group.heading), id=group.id, class_name="mt-10 mb-6 scroll-mt-24 text-title font-semibold"
        )
        parts.append((heading, None))
        parts += [(section(answer, level=3), searched(answer)) for answer in group.sections]
    search = AnswerSearch.create(
        text_field(
            _("Search the answers"),
            "wanted",
            type="search",
            hint=_("For example: password, refund, certificate"),
            auto_complete="off",
            class_name="max-w-md",
        ),
        _subjects(text),
        _nothing(),
        rx.el.h2(_("Answers"), class_name="sr-only"),
        *[part for part, _answer in parts],
        answers=[answer for _part, answer in parts],
        stop_words=text.metadata["stop_words"],
        one=_("1 answer matches."),
        many=_("{n} answers match."),
    )
    return info(text, search)


def searched(answer: Section) -> dict[str, str]:
    """Return what the search (find_answers.js) reads of an answer: its subject and its text, without URLs."""
    subject = f"{plain(answer.heading)} {answer.notes['search']}"
    entries = (line.removeprefix("- ") for part in answer.parts for line in part.splitlines())
    return {"subject": subject, "text": " ".join(map(plain, entries))}


def _nothing() -> rx.Component:
    return rx.el.div(
        rx.el.p(_("No answers match."), class_name="font-medium"),
        rx.el.p(_("Try a shorter or a different word, or ask us."), class_name="mt-1 text-muted"),
        link_button(_("Write to us"), "/contact", variant="secondary", class_name="mt-4"),
        class_name="pt-4",
    )


def _subjects(text: Text) -> rx.Component:
    subjects: list[Any] = [
        rx.el.li(link(plain(group.heading), f"#{group.id}", class_name="flex min-h-11 items-center"))
        for group in text.sections
    ]
    return rx.el.nav(
        rx.el.ul(*subjects, class_name="grid grid-cols-2 items-start gap-x-6 sm:flex sm:flex-wrap"),
        aria_label=_("Subjects"),
        class_name="mt-5",
    )
