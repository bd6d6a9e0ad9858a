"""The ways out of a running attempt: to its result, or to the sign-in page and back."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.states.session.navigation import login_url, shown_path
from webdev_certs.ui.states.shared.messages import SESSION_ENDED
from webdev_certs.ui.states.shared.tickets import attempt_of
from webdev_certs.ui.states.shared.toasts import ToastState

_LATE = N_("The test has ended. Your last answer may not have been saved in time.")


def show_result(ticket: str, *, is_late: bool) -> list[Any]:
    """Return the events that show the result of an attempt.

    Args:
        ticket: A ticket of the attempt.
        is_late: Whether the last answer may be missing in the result; the learner is told so.
    """
    told = [ToastState.show(_(_LATE), "warning")] if is_late else []
    return [*told, rx.redirect(f"/test-results/{attempt_of(ticket)}", replace=True)]


def sign_in_again(state: rx.State) -> list[Any]:
    """Return the events that lead to the sign-in page, and from there back to the page of `state`."""
    sign_in = rx.redirect(login_url(shown_path(state.router.url)), replace=True)
    return [sign_in, ToastState.show(_(SESSION_ENDED), "neutral")]
