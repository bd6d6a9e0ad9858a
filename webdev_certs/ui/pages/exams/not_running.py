"""What the page of a test shows before it is loaded, until a retake is possible, and after the end."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import empty_state, link_button
from webdev_certs.ui.components.behavior import RunningAttempt
from webdev_certs.ui.pages.exams.introduction import introduction_block
from webdev_certs.ui.pages.items.placeholder import question_block
from webdev_certs.ui.pages.layout import loading_block
from webdev_certs.ui.states.exams.exam import ExamState


def waiting() -> rx.Component:
    """Render the placeholder of a question in the tab of a running attempt, otherwise of the introduction."""
    return RunningAttempt.create(question_block(), introduction_block())


def too_early() -> rx.Component:
    """Render from when the test can be taken again."""
    return empty_state(
        "tests",
        _("You can’t take this test yet"),
        _(
            "You can take the {name} test again from {date}. Until then, you can practice as often as you "
            "like.",
            name=ExamState.name,
            date=ExamState.retake_date,
        ),
        rx.fragment(
            link_button(
                _("Practice {name}", name=ExamState.name), f"/practice-test/{ExamState.technology_id}"
            ),
            link_button(_("See your results"), "/dashboard/progress", variant="secondary"),
        ),
        level=1,
    )


def ended() -> rx.Component:
    """Render the moment before the result is shown."""
    return rx.fragment(
        rx.el.h1(_("The test has ended. Loading your result"), class_name="sr-only"), loading_block(8)
    )
