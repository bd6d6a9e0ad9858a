"""Lets a browser use a tab's states only if it has the login session that they belong to.

The URL of the WebSocket contains the id of the tab, so it may be in an access log. It is not a secret.

All tabs of a browser share the tokens in local storage. The browser tells each tab what another tab has
changed there: a sign-out or a sign-in.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import reflex as rx

from webdev_certs.ui.reflex_internals import (
    HYDRATION,
    STORAGE_SYNC,
    StateUpdate,
    connection_of,
    forget_stored_values,
    state_kinds,
    stored_values,
)
from webdev_certs.ui.states.session.screens import LoadedScreenState
from webdev_certs.ui.states.session.session import BrowserState, SessionState, VisitorState, session_of

_UNUSED_KEY = "hydration_requested"


class ConnectionState(BrowserState, rx.State):
    """The tab's connection; once that has ended, the login session that the states belong to."""

    _connection: str = ""
    """The id of the connection whose browser has shown what it stores; empty while there is none."""
    _owner: str = ""
    """The digest of the login session's secret, from the end of one connection to the start of the next."""

    @rx.event
    async def leave(self, connection: str) -> None:
        """Forget the login session when the connection ends; the browser shows it again when it returns."""
        if connection != self._connection:
            return
        self._connection = ""
        self._owner = _digest((await session_of(self)).refresh_token)
        # The browser is not told: it may have opened its next connection already, and would sign out.
        forget_stored_values(self)


class Ownership(rx.Middleware):
    """Checks each event of a browser before it is handled."""

    async def preprocess(self, app: rx.App, state: Any, event: rx.event.Event) -> StateUpdate | None:
        """Reset the states if they belong to another login session, and refuse events before hydration.

        Args:
            app: The app.
            state: The root of the tab's states.
            event: The event.

        Returns:
            None to have the event handled; otherwise what the browser is sent instead.
        """
        connection = connection_of(event)
        if connection is None:
            # A handler of the product has queued it, not the browser.
            return None
        own, session = await state.get_state(ConnectionState), await state.get_state(SessionState)
        if event.name == HYDRATION:
            (await state.get_state(LoadedScreenState)).note_connection()
            await _take_over(own, session, stored_values(event, SessionState))
            own._connection = connection
        elif connection != own._connection:
            # Telling a page to remove any key from its storage makes it hydrate.
            return StateUpdate(events=rx.event.Event.from_event_type(rx.remove_session_storage(_UNUSED_KEY)))
        elif event.name == STORAGE_SYNC:
            await follow_other_tabs(session, stored_values(event, SessionState))
        return None


async def _take_over(own: ConnectionState, session: SessionState, stored: dict[str, object]) -> None:
    """Keep the states for a browser that has their login session; reset them for any other."""
    owner = _digest(session.refresh_token) or own._owner
    own._owner = ""
    if owner and owner != _digest(stored.get("refresh_token")):
        await session.end()


def _digest(secret: object) -> str:
    """Return a hash that tells login sessions apart without containing the secret; empty without a secret."""
    return sha256(secret.encode()).hexdigest() if secret and isinstance(secret, str) else ""


async def follow_other_tabs(session: SessionState, stored: Mapping[str, object]) -> None:
    """Reset the screens when another tab has ended the login session, or has begun another one.

    The user who signs in elsewhere may not be the visitor who used this tab, so the states of visitors
    are reset too.

    Args:
        session: The session of this tab.
        stored: What another tab has changed in local storage: name of a var of `SessionState` → its value.
    """
    if not session.refresh_token and stored.get("refresh_token"):
        for kind in state_kinds():
            if issubclass(kind, VisitorState):
                (await session.get_state(kind)).reset()
    for name in ("access_token", "refresh_token"):
        known = getattr(session, name)
        has_ended = name in stored and not stored[name]
        if known and (has_ended or (name == "refresh_token" and stored.get(name, known) != known)):
            await session.clear_screens()
            return
