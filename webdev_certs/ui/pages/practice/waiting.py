"""Practice and its reviews while an attempt in the same technology is running."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import empty_state, link_button
from webdev_certs.ui.states.practice.mistakes import MistakesState
from webdev_certs.ui.states.practice.practice import PracticeState
from webdev_certs.ui.states.practice.result import PracticeResultState


def waits_for_attempt(
    state: type[PracticeState] | type[PracticeResultState] | type[MistakesState],
) -> rx.Component:
    """Say why practice waits, and lead to the running attempt.

    Args:
        state: The screen's state, which names the running attempt.

    Returns:
        The page.
    """
    return empty_state(
        "tests",
        _("Finish your test first"),
        state.error,
        link_button(_("Resume the {name} test", name=state.attempt_name), state.attempt_href),
        level=1,
    )
