"""The result of a mock exam with its full review."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button_group, link, link_button
from webdev_certs.ui.components.question_review import question_review
from webdev_certs.ui.components.status import status_badge
from webdev_certs.ui.pages.exams.mock_exams import mock_badge
from webdev_certs.ui.pages.exams.result_parts import header, score, topics
from webdev_certs.ui.pages.question_help import after_feedback
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.session.navigation import MOCK_EXAM, TEST


def mock_result() -> rx.Component:
    """Render the result of a mock exam: score and topics, what comes next, and the full review."""
    result = ExamResultState
    return rx.fragment(
        mock_badge("mb-3"),
        header(_("{name} mock exam result", name=result.technology_name)),
        rx.el.div(
            score(rx.cond(result.passed, status_badge("would_pass"), status_badge("not_yet"))),
            button_group(
                rx.cond(
                    result.retry_label != "",
                    link_button(result.retry_label, result.retry_href),
                ),
                link_button(
                    _("Take another mock exam"), f"{MOCK_EXAM}{result.technology_id}", variant="secondary"
                ),
                link_button(
                    _("Take the {name} test", name=result.technology_name),
                    f"{TEST}{result.technology_id}",
                    variant="secondary",
                ),
            ),
            rx.cond(result.topics.length() > 0, topics()),
            class_name="flex flex-col gap-6",
        ),
        rx.match(
            result.review_state,
            (
                "ready",
                question_review(
                    _("All questions"),
                    result.questions,
                    result.missed,
                    result.questions.length(),
                    after_feedback,
                ),
            ),
            (
                "locked",
                alert(
                    _("The review of your answers is part of Pro"),
                    link(_("See what Pro adds"), "/payment"),
                    class_name="mt-6",
                ),
            ),
            (
                "waiting",
                alert(
                    _("You’ll see the review once your test is over"),
                    link(_("Resume the {name} test", name=result.attempt_name), result.attempt_href),
                    class_name="mt-6",
                ),
            ),
            rx.fragment(),
        ),
    )
