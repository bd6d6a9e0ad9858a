"""The latest short message to the visitor."""

from uuid import uuid4

import reflex as rx

from webdev_certs.shared.translation import _


class ToastState(rx.State):
    """Holds the next message, which the page shows and clears (components/toast.py).

    The server cannot send a script instead, because the content policy of the pages forbids it.
    """

    latest: rx.Field[dict[str, str]] = rx.field(default_factory=dict)
    """Its message and tone, and an id that is new even for the same message; empty at first."""

    @rx.event
    def show(self, message: str, tone: str) -> None:
        """Show a message in place of the one before."""
        self.latest = {"message": message, "tone": tone, "id": uuid4().hex}

    @rx.event
    def link_copied(self) -> None:
        """Say that a link was copied."""
        self.show(_("Link copied."), "success")
