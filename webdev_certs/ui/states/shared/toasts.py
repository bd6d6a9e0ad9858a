"""The latest short message to the visitor."""

import reflex as rx


class ToastState(rx.State):
    """What is to be said next; the page collects it and lets it go (components/toast.py).

    A state, and no script that the server sends, because the pages' policy lets none run.
    """

    latest: rx.Field[dict[str, str]] = rx.field(default_factory=dict)
    """message, tone and, so that the same may be said twice, an id; empty at first."""
    _count: int = 0

    @rx.event
    def show(self, message: str, tone: str) -> None:
        """Says a message."""
        self._count += 1
        self.latest = {"message": message, "tone": tone, "id": str(self._count)}
