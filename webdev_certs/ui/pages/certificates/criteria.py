"""The terms on which certificates were earned, which credentials name as their criteria."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, card, link
from webdev_certs.ui.components.behavior import PageTitle
from webdev_certs.ui.components.styling import unbroken
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.layout import load_failed, loaded_screen, loading_block, of_this_url, public_page
from webdev_certs.ui.states.certificates.criteria import CriteriaState


def criteria() -> rx.Component:
    """Render `/criteria/<technology>/<version>`."""
    state = CriteriaState
    return public_page(
        PageTitle.create(text=rx.cond(state.title != "", f"{state.title} · WebDev Certs", "")),
        rx.el.div(
            rx.el.p(_("Certificate requirements"), class_name="text-muted"),
            rx.el.h1(
                rx.cond(state.title != "", of_this_url(rx.el.span(state.title, lang="en")), _("Certificate")),
                class_name="mt-1 mb-8 text-title font-semibold",
            ),
            loaded_screen(
                state.phase,
                loading_block(12, "h-[40rem]"),
                ("shown", _terms()),
                (
                    "unknown",
                    card(
                        rx.el.p(_("No certificate has these requirements. Check the address.")),
                        rx.el.p(link(_("Verify a certificate"), "/verify", look="alone"), class_name="mt-3"),
                    ),
                ),
                load_failed(
                    _("We couldn’t load these requirements"), state.error, state.unreachable, state.load
                ),
            ),
            class_name="mx-auto w-full max-w-2xl px-5 py-12 sm:py-16",
        ),
    )


def _terms() -> rx.Component:
    state = CriteriaState
    return card(
        rx.cond(
            state.is_current,
            None,
            alert(
                _("This is an earlier version. New certificates have newer requirements."), class_name="mb-6"
            ),
        ),
        rx.el.p(state.summary, lang="en"),
        rx.el.h2(_("What it took to earn it"), class_name="mt-6 text-heading font-semibold"),
        rx.el.ul(
            rx.cond(
                state.cut_score,
                rx.el.li(
                    _(
                        "Pass the {technology} certification test with at least {points} points on a scale "
                        "from 200 to 800.",
                        technology=state.technology,
                        points=state.cut_score.to(str),
                    )
                ),
                rx.el.li(_("Pass the {technology} certification test.", technology=state.technology)),
            ),
            rx.cond(
                (state.length != "") & state.minutes.bool(),
                rx.el.li(
                    _(
                        "Answer {number} questions in {minutes} minutes.",
                        number=state.length,
                        minutes=state.minutes.to(str),
                    )
                ),
            ),
            class_name="mt-3 list-disc space-y-2 pl-5",
        ),
        rx.el.h2(_("How we measure"), class_name="mt-6 text-heading font-semibold"),
        rx.el.ul(
            rx.el.li(_("The test is adaptive: the answers so far decide which question comes next.")),
            rx.el.li(_("We estimate the score with item response theory and show its standard error.")),
            rx.el.li(_("Nobody supervised the test or checked who took it."), class_name="font-medium"),
            class_name="mt-3 list-disc space-y-2 pl-5",
        ),
        rx.el.h2(_("Topics of the test"), class_name="mt-6 text-heading font-semibold"),
        rx.el.ul(
            rx.foreach(state.topics, lambda topic: rx.el.li(unbroken(topic))),
            lang="en",
            class_name="mt-3 list-disc gap-x-12 pl-5 text-muted sm:columns-2 *:mb-1 *:break-inside-avoid",
        ),
        rx.el.p(
            *sentence(
                _("Here’s what the test looks like today: {certification}."),
                certification=link(
                    _("{technology} certification", technology=state.technology), state.offer_path
                ),
            ),
            class_name="mt-6 border-t border-line pt-5 text-compact text-muted",
        ),
    )
