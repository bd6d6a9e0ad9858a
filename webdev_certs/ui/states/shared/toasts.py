"""The latest short message to the visitor."""

import reflex as rx


class ToastState(rx.State):
    """Holds the next message, which the page shows and clears (components/toast.py).

    The server cannot send a script instead, because the content policy of the pages forbids it.
    """

    latest: rx.Field[dict[str, str]] = rx.field(default_factory=dict)
    """Its message and tone, and an id that is new even for the same message; empty at first."""
    _count: int = 0

    @rx.event
    def show(self, message: str, tone: str) -> None:
        """Show a message."""
        self._count += 1
        self.latest = {"message": message, "tone": tone, "id": str(self._count)}
