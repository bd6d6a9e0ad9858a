"""The timer of a running test, and a mark beside it while the page has no connection."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import icon
from webdev_certs.ui.components.behavior import Countdown
from webdev_certs.ui.states.exams.exam import ExamState

_LOOK = (
    "min-h-11 rounded-control border border-line px-3 font-mono text-lg font-semibold tabular-nums "
    "hover:bg-sunken "
)


def clock() -> rx.Component:
    """Render the timer of a running test for the header."""
    return rx.el.div(
        # The line about saving says the same to screen readers, but phones may show it only further down.
        rx.el.span(
            icon("wifi-off"),
            rx.el.span(_("Offline"), class_name="max-sm:hidden"),
            title=_("Offline"),
            aria_hidden="true",
            class_name="hidden items-center gap-1.5 text-sm font-medium text-warning "
            "[body:has([data-state^=offline])_&]:inline-flex",
        ),
        Countdown.create(
            seconds_left=ExamState.seconds_left,
            seconds_total=ExamState.seconds_total,
            running=ExamState.phase == "running",
            on_expire=ExamState.expire,
            class_name=_LOOK + "text-ink",
            urgent_class_name=_LOOK + "border-danger text-danger",
            spoken_class_name="sr-only",
        ),
        class_name="flex items-center gap-2 sm:gap-4",
    )
