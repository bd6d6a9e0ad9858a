"""What pages have in common that mailed links lead to."""

import reflex as rx


class MailedLinkState(rx.State, mixin=True):
    """A page that a mailed link with a token leads to."""

    phase: rx.Field[str] = rx.field("loading")
    """loading until the token has come, and then what the page names."""
    _token: str = ""

    def _take(self, token: str, again: bool) -> bool:
        """Begin anew with the link's token; after a reload of the page, with the token taken before.

        Args:
            token: The token; may be empty.
            again: Whether the page only repeats it after a reconnect.

        Returns:
            Whether there is something to do: a process that knows the token already goes on.
        """
        if again and self.phase != "loading":
            return False
        token = token or self._token
        self.reset()
        self._token = token
        return True
