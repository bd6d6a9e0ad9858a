"""The full review of a practice session, which needs paid access."""

from typing import Any

import reflex as rx

from webdev_certs.schemas.progress import LEAST_FOR_SCORE
from webdev_certs.shared.exam_rules import CUT_SCORE
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import card, empty_state, link, link_button, page_header
from webdev_certs.ui.components.charts import score_intervals
from webdev_certs.ui.components.question_review import question_review
from webdev_certs.ui.components.text import english, sentence
from webdev_certs.ui.pages.layout import load_failed, loaded_screen, loading_page, member_page
from webdev_certs.ui.pages.practice.practice import TOPIC_COUNTS, topic_count, waits_for_attempt
from webdev_certs.ui.pages.question_help import after_feedback
from webdev_certs.ui.states.practice.result import PracticeResultState


def practice_result() -> rx.Component:
    """Render `/practice-results/<id>`."""
    state = PracticeResultState
    return member_page(
        loaded_screen(
            state.phase,
            _waiting(),
            ("ready", _review()),
            (
                "missing",
                empty_state(
                    "not_found",
                    _("This practice round doesn’t exist"),
                    _("The link is wrong, or the practice round belongs to another account."),
                    link_button(_("Go to practice"), "/dashboard/practice"),
                    level=1,
                ),
            ),
            (
                "unfinished",
                empty_state(
                    "practice",
                    _("You haven’t finished this practice round"),
                    _("Answer the remaining questions first."),
                    link_button(_("Go to practice"), "/dashboard/practice"),
                    level=1,
                ),
            ),
            ("waiting", waits_for_attempt(state)),
            load_failed(
                _("We couldn’t load the review"), state.error, state.unreachable, state.load, level=1
            ),
        ),
        waiting=_waiting(),
        active="practice",
    )


def _waiting() -> rx.Component:
    return loading_page(_("Practice review"), (2, 1), action=True)


def _review() -> rx.Component:
    state = PracticeResultState
    return rx.fragment(
        page_header(
            state.heading,
            _(
                "{correct} of {total} correct. Finished {date}.",
                correct=state.correct,
                total=state.length,
                date=state.finished,
            ),
            rx.cond(
                state.retry_label != "",
                link_button(state.retry_label, state.retry_href),
                link_button(_("Practice again"), state.again_href),
            ),
        ),
        card(
            rx.el.h2(_("By topic"), class_name="text-heading font-semibold"),
            rx.el.ul(rx.foreach(state.topics, topic_count), class_name=TOPIC_COUNTS),
        ),
        _plan(),
        question_review(
            _("All questions"), state.items, state.length - state.correct, state.length, after_feedback
        ),
    )


def _plan() -> rx.Component:
    state = PracticeResultState
    return card(
        rx.el.h2(_("Your study plan"), class_name="text-heading font-semibold"),
        rx.cond(
            state.plan.length() > 0,
            rx.fragment(
                rx.el.p(
                    _(
                        "The topics where you missed questions, weakest first. Read about each one, then "
                        "practice it."
                    ),
                    class_name="mt-1 text-muted",
                ),
                rx.el.ol(rx.foreach(state.plan, _step), class_name="mt-2 flex flex-col divide-y divide-line"),
                rx.cond(state.scored.length() > 0, _scored()),
                rx.cond(
                    state.scored.length() < state.plan.length(),
                    rx.el.p(
                        _("A topic gets a score after {n} different questions.", n=LEAST_FOR_SCORE),
                        class_name="mt-3 text-sm text-muted",
                    ),
                ),
            ),
            rx.el.p(
                *sentence(
                    _(
                        "You got everything right in this round. {your_progress} shows which topics to "
                        "practice next."
                    ),
                    your_progress=link(_("Your progress"), "/dashboard/progress"),
                ),
                class_name="mt-1 text-muted",
            ),
        ),
        class_name="mt-6",
    )


def _step(step: Any) -> rx.Component:
    """Render a topic with what to do about it."""
    high = "max-sm:min-h-11"
    # In an element of their own, because the links are flex boxes, in which spaces between parts vanish.
    read = rx.el.span(*sentence(_("Read: {title}"), title=english(step.reference)))
    practice = rx.el.span(*sentence(_("Practice {name}"), name=english(step.title)))
    return rx.el.li(
        rx.el.div(
            rx.el.p(english(step.title), class_name="min-w-0 font-medium text-ink"),
            rx.el.p(step.note, class_name="shrink-0 text-sm text-muted"),
            class_name="flex items-baseline justify-between gap-x-4",
        ),
        rx.el.div(
            rx.cond(
                step.reference_url != "",
                link(read, step.reference_url, new_tab=True, look="alone", class_name=high),
            ),
            link(practice, step.href, look="alone", class_name=high),
            link(
                _("Practice your mistakes"),
                step.drill_href,
                look="alone",
                class_name=high,
                aria_label=_("Practice your mistakes in {name}", name=step.title),
            ),
            class_name="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm max-sm:flex-col max-sm:items-start",
        ),
        class_name="py-3 max-sm:pb-1",
    )


def _scored() -> rx.Component:
    """Render the topics with enough answers, on one axis."""
    state = PracticeResultState
    return rx.fragment(
        rx.el.h3(_("Your mastery of these topics"), class_name="mt-6 font-semibold"),
        rx.el.p(_("The scores come from all your practice."), class_name="mt-1 text-muted"),
        score_intervals(
            state.scored,
            CUT_SCORE,
            caption=_("Your mastery of these topics"),
            notes=_("This round"),
            class_name="mt-3",
        ),
    )
