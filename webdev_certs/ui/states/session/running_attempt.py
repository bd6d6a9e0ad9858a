"""The running attempt that makes the API refuse a request, such as starting practice."""

import reflex as rx

from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.session.navigation import resume_path

_CODES = ("test_running", "test_not_submitted")


class RunningAttemptState(rx.State, mixin=True):
    """Names the running attempt that has to end first, so that the screen can lead to it."""

    attempt_name: rx.Field[str] = rx.field("")
    """The name of its technology."""
    attempt_href: rx.Field[str] = rx.field("")
    """The path on which the attempt continues."""

    def _note_running_attempt(self, error: ApiError) -> None:
        """Note the running attempt if it is why the API refuses."""
        if error.code in _CODES:
            # An API of an earlier release does not name it.
            self.attempt_name = error.extra.get("name", "")
            technology = error.extra.get("technology", "")
            self.attempt_href = resume_path(technology) if technology else "/dashboard/certifications"
