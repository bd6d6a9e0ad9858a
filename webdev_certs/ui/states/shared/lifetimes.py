"""What resets a state. Without one of these bases, it is the end of the login session."""

import reflex as rx


class BrowserState(rx.State, mixin=True):
    """A state of the browser, the same for everybody who uses it: no end of a login session resets it."""


class VisitorState(rx.State, mixin=True):
    """A state with data of a visitor: it is also reset when somebody signs in in another tab."""
