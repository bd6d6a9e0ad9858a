"""The pages of the certifications, one layout with the offers as data, and the cards that link to them."""

from collections.abc import Callable

import reflex as rx

from webdev_certs.shared.exam_rules import CUT_SCORE, MINUTES
from webdev_certs.shared.texts import Section, Text
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    CONTAINER,
    anchor,
    badge,
    button_group,
    card,
    check_items,
    faq,
    icon,
    section,
    specimen_certificate,
    specimen_result,
)
from webdev_certs.ui.components.styling import unbroken
from webdev_certs.ui.components.text import prose
from webdev_certs.ui.pages.layout import public_page
from webdev_certs.ui.pages.offers import OFFERS, Offer, OfferedTopic
from webdev_certs.ui.pages.page_texts import QUESTIONS, VALIDITY, page_text, titled_texts
from webdev_certs.ui.pages.public.member_link import member_button
from webdev_certs.ui.pages.public.prices import prices
from webdev_certs.ui.pages.public.sample_questions import sample_questions
from webdev_certs.ui.rendering.text import block, plain
from webdev_certs.ui.states.practice.links import practice_path

_FACTS = (
    (_("{range} questions", range=QUESTIONS), _("one at a time, from every topic")),
    (_("{minutes} minutes", minutes=MINUTES), _("for the whole test")),
    (_("Result right away"), _("from 200 to 800, {cut_score} to pass", cut_score=CUT_SCORE)),
    (_("Valid for {validity}", validity=VALIDITY), _("anyone can verify it")),
)


def _hero(offer: Offer) -> rx.Component:
    """Render the top section: title, buttons and facts."""
    facts = [
        rx.el.div(
            rx.el.dt(fact, class_name="font-medium text-ink"),
            rx.el.dd(note, class_name="mt-0.5 text-sm text-muted"),
        )
        for fact, note in _FACTS
    ]
    return rx.el.div(
        rx.el.div(
            badge(_("Certification"), "accent"),
            rx.el.h1(offer.title, lang="en", class_name="mt-5 max-w-3xl text-display font-semibold"),
            rx.el.p(offer.lead, class_name="mt-6 max-w-2xl text-lead text-muted"),
            button_group(
                member_button(
                    _("Practice {name} for free", name=offer.name),
                    practice_path(offer.id),
                    size="lg",
                ),
                member_button(
                    _("Take the {name} test", name=offer.name),
                    f"/test/{offer.id}",
                    variant="secondary",
                    size="lg",
                ),
                class_name="mt-9",
            ),
            rx.el.dl(
                *facts,
                class_name="mt-14 grid grid-cols-2 gap-x-6 gap-y-6 border-t border-line pt-8 lg:grid-cols-4",
            ),
            class_name=f"{CONTAINER} py-14 sm:py-20",
        ),
    )


def _topics(offer: Offer, text: Section) -> rx.Component:
    """Render the topics with their shares and objectives, the skills and the audience."""
    rows = [_topic(topic) for topic in offer.topics]
    skills_heading, skills = offer.skills
    audience_heading, audience = offer.audience
    aside = rx.el.div(
        card(
            rx.el.h3(skills_heading, class_name="text-heading font-semibold"),
            check_items(skills, class_name="mt-4 flex flex-col gap-3 text-compact text-muted"),
        ),
        card(
            rx.el.h3(audience_heading, class_name="text-heading font-semibold"),
            rx.el.p(audience, class_name="mt-3 text-compact text-muted"),
        ),
        class_name="flex flex-col gap-5",
    )
    return section(
        plain(text.heading),
        rx.el.div(
            rx.el.div(*rows, class_name="divide-y divide-line border-y border-line"),
            aside,
            class_name="grid items-start gap-10 lg:grid-cols-[3fr_2fr] lg:gap-16",
        ),
        id=text.id,
        lead=plain(text.text),
        sunken=True,
    )


def _topic(topic: OfferedTopic) -> rx.Component:
    """Render a topic with its objectives collapsed, as native <details>."""
    return rx.el.details(
        rx.el.summary(
            icon("chevron-right", class_name="self-center text-faint group-open:rotate-90"),
            rx.el.span(unbroken(topic.title), lang="en", class_name="min-w-0 flex-1 font-medium"),
            rx.el.span(_("{share}%", share=topic.share), class_name="text-compact text-muted tabular-nums"),
            class_name="flex min-h-12 list-none items-center gap-3 rounded-md py-2 hover:text-accent-ink",
        ),
        prose(block(topic.objectives), class_name="pb-4 pl-8 text-compact text-muted"),
        class_name="group",
    )


def _sample_questions(offer: Offer, text: Section) -> rx.Component:
    """Render the sample questions."""
    return section(
        plain(text.heading),
        sample_questions(offer),
        id=text.id,
        lead=plain(text.text),
    )


def _result(offer: Offer, text: Section) -> rx.Component:
    """Render an example of a result, and how the cut score was set."""
    readings = [
        rx.el.div(
            rx.el.dt(title, class_name="text-heading font-semibold"),
            rx.el.dd(reading, class_name="mt-1.5 text-muted"),
        )
        for title, reading in titled_texts(text)
    ]
    return section(
        plain(text.heading),
        rx.el.div(
            rx.el.dl(*readings, class_name="flex flex-col gap-7"),
            specimen_result(offer.title, offer.name, CUT_SCORE),
            class_name="grid items-start gap-12 lg:grid-cols-2 lg:gap-20",
        ),
        id=text.id,
        sunken=True,
    )


def _certificate(offer: Offer, text: Section) -> rx.Component:
    """Render the specimen certificate, and what a certificate shows."""
    return section(
        plain(text.heading),
        rx.el.div(
            check_items(tuple(map(plain, text.entries)), class_name="flex flex-col gap-4 text-muted"),
            rx.el.div(
                specimen_certificate(offer.title, offer.specimen_number, VALIDITY), class_name="max-w-lg"
            ),
            class_name="grid items-start gap-12 lg:grid-cols-2 lg:gap-20",
        ),
        id=text.id,
    )


def _others(offer: Offer) -> rx.Component:
    """Render the cards of the other certifications."""
    cards = [rx.el.li(offer_card(other)) for other in OFFERS if other is not offer]
    return section(
        _("Other certifications"),
        rx.el.ul(*cards, class_name="grid gap-5 sm:grid-cols-2 lg:grid-cols-4"),
        id="others",
        sunken=True,
    )


def certification_of(offer: Offer) -> Callable[[], rx.Component]:
    """Return the function that renders the page of a certification.

    It belongs to this module, unlike a `partial`: Reflex puts all pages of one module into one file.
    """

    def certification() -> rx.Component:
        return _certification(offer)

    return certification


def certification_text(offer: Offer) -> Text:
    """Return the texts that all certifications share, with the values of this one."""
    version = offer.version[:1].upper() + offer.version[1:]
    return page_text("certification", name=offer.name, version=version)


def _certification(offer: Offer) -> rx.Component:
    text = certification_text(offer)
    questions = text.section("questions")
    return public_page(
        _hero(offer),
        _topics(offer, text.section("topics")),
        _sample_questions(offer, text.section("try")),
        _result(offer, text.section("results")),
        _certificate(offer, text.section("certificate")),
        prices(sunken=True),
        section(plain(questions.heading), faq(titled_texts(questions)), id=questions.id, beside=True),
        _others(offer),
    )


_MARKS = {"react": "tree", "angular": "layers", "vue": "refresh", "csharp": "braces", "java": "cube"}
"""Technology → a drawing of its own for what it is about; no logo (docs/decisions/0013)."""


def _sign(offer: Offer) -> rx.Component:
    """Render the mark of a technology, or its monogram, hidden from screen readers."""
    mark = _MARKS.get(offer.id)
    return rx.el.span(
        icon(mark, class_name="size-6") if mark else offer.sign,
        aria_hidden="true",
        class_name="grid size-11 shrink-0 place-items-center rounded-control bg-accent-soft font-semibold "
        "text-accent-ink",
    )


def offer_card(offer: Offer) -> rx.Component:
    """Render a certification as a card that links to its page."""
    title = rx.el.h3(offer.name, class_name="text-heading font-semibold")
    return anchor(
        rx.el.div(_sign(offer), title, class_name="flex items-center gap-4 sm:block sm:space-y-5"),
        rx.el.p(offer.summary, class_name="mt-3 flex-1 sm:mt-1.5 text-compact text-muted"),
        rx.el.span(
            _("See the test topics"),
            icon("arrow-right", class_name="transition-transform group-hover:translate-x-1"),
            class_name="mt-5 flex items-center gap-2 text-compact font-medium text-accent-ink",
        ),
        href=offer.path,
        class_name="group flex h-full flex-col rounded-card border border-line bg-surface p-6 shadow-card "
        "transition-shadow hover:shadow-raised",
    )
