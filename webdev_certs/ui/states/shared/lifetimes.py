"""States that do not end with the login session, as all others do."""

import reflex as rx


class BrowserState(rx.State, mixin=True):
    """A state of the browser, whoever has signed in: the end of a login session does not reset it."""


class VisitorState(rx.State, mixin=True):
    """A state of somebody who has not signed in: a sign-in in another tab resets it too."""
