"""Three sample questions with an estimate that moves, for visitors without an account."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, button_group, card, score_bar
from webdev_certs.ui.components.feedback import VERDICT, feedback_panel, verdict_in_short
from webdev_certs.ui.components.item import column, item_form, side_by_side, stem
from webdev_certs.ui.components.styling import classes
from webdev_certs.ui.pages.offers import OFFERS, Offer
from webdev_certs.ui.pages.page_texts import QUESTIONS
from webdev_certs.ui.pages.public.member_link import member_button
from webdev_certs.ui.states.public.sample_questions import SampleQuestionsState
from webdev_certs.ui.states.session.session import SessionState

_MOVING = (
    "[&_[role=img]_*]:transition-[left,width] [&_[role=img]_*]:duration-700 "
    "motion-reduce:[&_[role=img]_*]:transition-none"
)


def sample_questions(offer: Offer | None = None) -> rx.Component:
    """Render the sample questions.

    Args:
        offer: The certification whose questions are asked; None lets the visitor choose one.
    """
    running = SampleQuestionsState.phase != "choice"
    if offer:
        running = running & (SampleQuestionsState.technology == offer.id)
    return card(rx.cond(running, _running(), _choice(offer)), class_name="shadow-raised sm:p-8")


def _choice(offer: Offer | None) -> rx.Component:
    """Render the buttons that start the sample questions."""
    if offer:
        heading = _("Three {name} questions, no account", name=offer.name)
        buttons = button_group(_start(offer, _("Start the questions")), class_name="mt-6")
    else:
        heading = _("Choose a technology")
        buttons = rx.el.div(
            *[_start(offer, offer.name, variant="secondary") for offer in OFFERS],
            class_name="mt-6 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap",
        )
    return rx.el.div(
        rx.el.h3(heading, class_name="text-heading font-semibold"),
        rx.el.p(
            _(
                "After each answer, you’ll see why every option is right or wrong, and what your answers "
                "say about your ability."
            ),
            class_name="mt-2 max-w-xl text-muted",
        ),
        buttons,
        _error(),
    )


def _start(offer: Offer, words: str, **props: Any) -> rx.Component:
    return button(
        words,
        size="lg",
        loading=SampleQuestionsState.busy == offer.id,
        on_click=SampleQuestionsState.start(offer.id),
        **props,
    )


def _error() -> rx.Component:
    return rx.el.div(
        rx.cond(
            SampleQuestionsState.error != "",
            alert(SampleQuestionsState.error, tone="danger", class_name="mt-6"),
        ),
        role="alert",
    )


def _running() -> rx.Component:
    return rx.fragment(
        _estimate(),
        rx.el.div(
            rx.match(
                SampleQuestionsState.phase,
                ("answering", _answering()),
                ("explained", _explained()),
                _finished(),
            ),
            # What takes the focus is scrolled to below the estimate.
            class_name="pt-8 **:[#question,#verdict,#sample-end]:scroll-mt-36",
        ),
    )


def _estimate() -> rx.Component:
    """Render the estimate, which starts from the range of most learners."""
    return rx.el.div(
        rx.el.div(
            rx.el.h3(
                _(
                    "{name} sample: {answered} of {total} answered",
                    name=SampleQuestionsState.name,
                    answered=SampleQuestionsState.answered,
                    total=SampleQuestionsState.length,
                ),
                class_name="text-heading font-semibold",
            ),
            rx.el.p(
                rx.cond(
                    SampleQuestionsState.answered > 0,
                    _(
                        "About {score} (likely {low}–{high})",
                        score=SampleQuestionsState.score,
                        low=SampleQuestionsState.low,
                        high=SampleQuestionsState.high,
                    ),
                    _(
                        "No estimate yet. We start from a range that fits most developers: {low} to {high}.",
                        low=SampleQuestionsState.low,
                        high=SampleQuestionsState.high,
                    ),
                ),
                role="status",
                class_name="text-compact text-muted tabular-nums",
            ),
            class_name="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1",
        ),
        score_bar(
            SampleQuestionsState.score,
            SampleQuestionsState.low,
            SampleQuestionsState.high,
            SampleQuestionsState.cut_score,
            label=_("Estimate"),
            class_name="mt-4",
        ),
        # In the window while a question is answered and explained, unless that is too low for both.
        class_name="z-10 -mx-5 border-b border-line bg-surface px-5 py-4 sm:-mx-8 sm:px-8 "
        f"[@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:top-16 {_MOVING}",
    )


def _answering() -> rx.Component:
    return item_form(
        SampleQuestionsState.item,
        SampleQuestionsState.ticket,
        _error(),
        button_group(
            button(_("Check answer"), type="submit", size="lg", loading=SampleQuestionsState.busy != ""),
            class_name="justify-end border-t border-line pt-6",
        ),
        on_change=SampleQuestionsState.draft,
        on_submit=SampleQuestionsState.check,
    )


def _explained() -> rx.Component:
    last = SampleQuestionsState.answered == SampleQuestionsState.length
    return rx.fragment(
        side_by_side(
            SampleQuestionsState.item,
            stem(SampleQuestionsState.item),
            feedback_panel(SampleQuestionsState.feedback, choices_only=True, verdict_id=VERDICT),
        ),
        button_group(
            verdict_in_short(SampleQuestionsState.feedback.correct),
            button(
                rx.cond(last, _("Show my result"), _("Next question")),
                size="lg",
                on_click=SampleQuestionsState.next_question,
            ),
            class_name=classes(
                "mt-8 items-center justify-end border-t border-line pt-6 max-sm:items-stretch",
                column(SampleQuestionsState.item),
            ),
        ),
    )


def _finished() -> rx.Component:
    """Render what three answers say, and how to continue."""
    return rx.el.div(
        rx.el.h3(
            _(
                "{correct} of {total} correct",
                correct=SampleQuestionsState.correct,
                total=SampleQuestionsState.length,
            ),
            id="sample-end",
            tab_index=-1,
            class_name="text-title font-semibold outline-none",
        ),
        rx.el.p(
            _(
                "After three answers, you’re likely between {low} and {high}.",
                low=SampleQuestionsState.low,
                high=SampleQuestionsState.high,
            ),
            " ",
            _(
                "The test has {range} questions. Near the pass mark, it’s accurate to about 70 points.",
                range=QUESTIONS,
            ),
            class_name="mt-3 max-w-2xl text-muted",
        ),
        button_group(
            member_button(
                _("Continue with {name} practice", name=SampleQuestionsState.name),
                "/practice-test/",
                SampleQuestionsState.technology,
                size="lg",
            ),
            button(
                _("Try another technology"),
                variant="secondary",
                size="lg",
                on_click=SampleQuestionsState.choose_again,
            ),
            class_name="mt-7",
        ),
        rx.el.p(
            rx.cond(
                SessionState.is_authenticated,
                _("Your answers carry over into a practice round."),
                _(
                    "Practice is free. Create an account or sign in here, and continue with question 4. "
                    "This tab keeps your answers for an hour."
                ),
            ),
            class_name="mt-4 max-w-2xl text-sm text-muted",
        ),
    )
