"""The full review of a practice round, which needs paid access."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components import badge, card, empty_state, link_button, page_header, progress
from webdev_certs.ui.components.feedback import feedback_panel
from webdev_certs.ui.components.item import side_by_side, stem
from webdev_certs.ui.pages.layout import load_failed, loading_block, member_page
from webdev_certs.ui.states.practice.result import PracticeResultState


def practice_result() -> rx.Component:
    """Render `/practice-results/<id>`."""
    state = PracticeResultState
    return member_page(
        rx.match(
            state.phase,
            ("loading", rx.fragment(page_header("Practice review"), loading_block(10))),
            ("ready", _review()),
            (
                "missing",
                empty_state(
                    "search",
                    "This practice round doesn't exist",
                    "The link is wrong, or the practice round belongs to another account.",
                    link_button("To practice", "/dashboard/practice"),
                    level=1,
                ),
            ),
            (
                "unfinished",
                empty_state(
                    "clock",
                    "This practice round is not finished",
                    "Answer the remaining questions first.",
                    link_button("To practice", "/dashboard/practice"),
                    level=1,
                ),
            ),
            (
                "waiting",
                empty_state(
                    "clock",
                    "Finish your test first",
                    state.error,
                    link_button("Show your tests", "/dashboard/certifications"),
                    level=1,
                ),
            ),
            load_failed("The review could not be loaded", state.error, state.load, level=1),
        ),
        active="practice",
    )


def _review() -> rx.Component:
    state = PracticeResultState
    return rx.fragment(
        page_header(
            state.heading,
            f"{state.correct} of {state.length} correct. Finished {state.finished}.",
            link_button("Practice again", f"/practice-test/{state.technology_id}"),
        ),
        card(
            rx.el.h2("By topic", class_name="text-heading font-semibold"),
            rx.el.ul(rx.foreach(state.topics, _topic), class_name="mt-4 grid gap-4 sm:grid-cols-2"),
        ),
        rx.el.h2("All questions", class_name="mt-10 mb-4 text-heading font-semibold"),
        rx.el.ol(rx.foreach(state.items, _item), class_name="flex flex-col gap-6"),
    )


def _topic(topic: Any) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.span(topic.title, class_name="font-medium"),
            rx.el.span(f"{topic.correct} of {topic.total}", class_name="shrink-0 text-sm text-muted"),
            class_name="mb-1.5 flex justify-between gap-3",
        ),
        progress(topic.correct, topic.total, label=topic.title),
    )


def _item(feedback: Any) -> rx.Component:
    return rx.el.li(
        card(
            rx.el.div(
                rx.el.h3(f"Question {feedback.position}", class_name="font-semibold"),
                rx.cond(
                    feedback.correct, badge("Correct", tone="success"), badge("Incorrect", tone="danger")
                ),
                class_name="mb-4 flex items-center justify-between",
            ),
            side_by_side(stem(feedback.item), rx.el.div(feedback_panel(feedback), class_name="min-w-0")),
        )
    )
