"""Searching the support page."""

import reflex as rx


class SupportState(rx.State):
    """What the visitor looks for."""

    wanted: rx.Field[str] = rx.field("")

    @rx.event
    def enter(self) -> None:
        """Start with all answers."""
        self.reset()

    @rx.event
    def search(self, wanted: str) -> None:
        """Show only answers that contain this text."""
        plain = " ".join(wanted.split()).lower().replace("’", "'").replace("\N{NON-BREAKING HYPHEN}", "-")
        self.wanted = plain[:100]
