"""The home page."""

import reflex as rx

from webdev_certs.settings import get_settings
from webdev_certs.shared.formatting import country_name
from webdev_certs.shared.missed_page import NOT_FOUND
from webdev_certs.shared.texts import Section, Text
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    CONTAINER,
    alert,
    button_group,
    check_items,
    faq,
    icon,
    link,
    link_button,
    section,
    specimen_certificate,
    verify_box,
)
from webdev_certs.ui.components.behavior import MissedPage
from webdev_certs.ui.pages.layout import public_page
from webdev_certs.ui.pages.offers import OFFERS
from webdev_certs.ui.pages.page_texts import VALIDITY, page_text, titled_texts
from webdev_certs.ui.pages.public.certification import offer_card
from webdev_certs.ui.pages.public.member_link import account_button
from webdev_certs.ui.pages.public.prices import prices
from webdev_certs.ui.pages.public.product_pictures import progress_picture, question_picture
from webdev_certs.ui.pages.public.sample_questions import sample_questions
from webdev_certs.ui.rendering.text import plain
from webdev_certs.ui.states.public.figures import FiguresState


def _not_found() -> rx.Component:
    """Render the sign that is shown once after a path that does not exist, which leads here."""
    return MissedPage.create(
        rx.el.div(
            alert(
                _("This page doesn’t exist"),
                rx.el.p(_("The link is wrong or the page has moved. You’re on the home page now.")),
                tone="warning",
            ),
            class_name=f"{CONTAINER} pt-6",
        ),
        hash=NOT_FOUND,
        class_name="hidden target:block data-[shown]:block",
    )


def _hero(text: Text) -> rx.Component:
    """Render the top section: what this is, for whom, what it costs, and what learners get."""
    words = rx.el.div(
        rx.el.h1(plain(text.heading), class_name="text-display font-semibold"),
        rx.el.p(plain(text.parts[0]), class_name="mt-6 max-w-xl text-lead text-muted"),
        button_group(
            link_button(_("Try three questions"), "/#try", size="lg"),
            account_button(variant="secondary", size="lg"),
            class_name="mt-9",
        ),
        check_items(
            tuple(map(plain, text.entries)),
            tight=True,
            class_name="mt-8 flex flex-col gap-2 text-compact text-muted",
        ),
        class_name="min-w-0",
    )
    return rx.el.div(
        words,
        rx.el.div(
            question_picture(),
            class_name="w-full max-w-lg min-w-0 justify-self-end max-lg:justify-self-start",
        ),
        class_name=f"{CONTAINER} grid items-center gap-14 py-14 sm:py-20 lg:grid-cols-[1.1fr_1fr] "
        "lg:gap-20 lg:py-24",
    )


def _points(points: Section, columns: str) -> rx.Component:
    """Render a grid of short texts, each with an icon and a heading."""
    rows = [
        rx.el.li(
            rx.el.span(
                icon(point.notes["icon"]),
                class_name="grid size-10 shrink-0 place-items-center rounded-control border border-line "
                "bg-surface text-accent-ink",
            ),
            rx.el.div(
                rx.el.h3(plain(point.heading), class_name="text-heading font-semibold"),
                rx.el.p(plain(point.text), class_name="mt-1.5 text-muted"),
                class_name="sm:mt-4",
            ),
            class_name="max-sm:flex max-sm:gap-4",
        )
        for point in points.sections
    ]
    return rx.el.ol(*rows, class_name=f"grid gap-x-10 gap-y-8 sm:gap-y-10 {columns}")


def _sample_questions(text: Section) -> rx.Component:
    """Render the sample questions."""
    return section(
        plain(text.heading),
        sample_questions(),
        id=text.id,
        lead=plain(text.text),
        sunken=True,
    )


def _numbers() -> rx.Component:
    """Render the site in numbers, and who runs it."""
    operator = get_settings().operator
    runs = ", ".join(part for part in (operator.name, country_name(operator.country)) if part)
    return rx.el.div(
        rx.el.dl(
            rx.foreach(
                FiguresState.rows,
                lambda row: rx.el.div(
                    rx.el.dt(row.words, class_name="text-sm text-muted"),
                    rx.el.dd(row.number, class_name="text-heading font-semibold tabular-nums"),
                    class_name="flex flex-col-reverse",
                ),
            ),
            class_name="flex flex-wrap gap-x-12 gap-y-4",
        ),
        rx.el.p(
            _("Run by {operator}.", operator=runs),
            " ",
            link(_("Who we are"), "/about"),
            class_name="text-muted",
        )
        if operator.name
        else None,
        # The height of the numbers, so that nothing moves when they come.
        class_name=f"{CONTAINER} flex min-h-31 flex-wrap items-center justify-between gap-x-12 gap-y-4 pb-14 "
        "sm:min-h-28",
    )


def _how_it_works(text: Section) -> rx.Component:
    """Render what is different here, with a chart of progress and the specimen certificate."""
    return section(
        plain(text.heading),
        _points(text, "lg:grid-cols-3"),
        rx.el.div(
            progress_picture(),
            specimen_certificate(OFFERS[0].title, OFFERS[0].specimen_number, VALIDITY),
            class_name="mt-14 grid items-start gap-10 lg:grid-cols-2",
        ),
        id=text.id,
        lead=plain(text.text),
        sunken=True,
    )


def _certifications(text: Section) -> rx.Component:
    """Render the cards of the certifications."""
    cards = [rx.el.li(offer_card(offer)) for offer in OFFERS]
    (closing_text,) = titled_texts(text)
    closing = rx.el.li(
        rx.el.p(closing_text[0], class_name="text-heading font-semibold"),
        rx.el.p(
            closing_text[1],
            class_name="mt-1.5 flex-1 text-compact text-muted",
        ),
        rx.el.div(account_button(variant="secondary"), class_name="mt-5"),
        class_name="flex flex-col justify-end rounded-card border border-dashed border-edge p-6",
    )
    return section(
        plain(text.heading),
        rx.el.ul(*cards, closing, class_name="grid gap-5 sm:grid-cols-2 lg:grid-cols-3"),
        id=text.id,
        lead=plain(text.text),
    )


def _verify(text: Section) -> rx.Component:
    """Render the verification form and the notes for employers."""
    return section(
        _("Verify a certificate"),
        rx.el.div(
            verify_box(waiting=~rx.State.is_hydrated, class_name="max-w-xl"),
            rx.el.div(
                rx.el.h3(plain(text.heading), class_name="text-heading font-semibold"),
                rx.el.ul(
                    *[
                        rx.el.li(
                            icon(point.notes["icon"], class_name="mt-0.5 text-accent-ink"),
                            rx.el.p(
                                rx.el.span(f"{plain(point.heading)}. ", class_name="font-medium text-ink"),
                                plain(point.text),
                            ),
                            class_name="flex gap-3.5",
                        )
                        for point in text.sections
                    ],
                    class_name="mt-5 flex flex-col gap-4 text-muted",
                ),
            ),
            class_name="grid gap-12 lg:grid-cols-2 lg:gap-20",
        ),
        id="verify",
        lead=_("You don’t need an account."),
        sunken=True,
    )


def home() -> rx.Component:
    """Render the home page."""
    text = page_text("home")
    questions = text.section("questions")
    return public_page(
        _not_found(),
        _hero(text),
        _numbers(),
        _how_it_works(text.section("how-it-works")),
        _certifications(text.section("certifications")),
        _sample_questions(text.section("try")),
        prices(),
        _verify(text.section("employers")),
        section(
            plain(questions.heading),
            faq(titled_texts(questions)),
            rx.el.p(link(_("More answers"), "/support", look="alone"), class_name="mt-6"),
            id=questions.id,
            beside=True,
        ),
    )
