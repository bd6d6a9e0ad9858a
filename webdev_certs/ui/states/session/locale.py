"""The time zone in which a tab shows times and days, and the language of its texts."""

from abc import abstractmethod
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import reflex as rx

from webdev_certs.shared.translation import accepted_language, set_language
from webdev_certs.ui.reflex_internals import browser_of, state_kinds
from webdev_certs.ui.states.session.screens import ScreenState
from webdev_certs.ui.states.session.session import BrowserState

DEFAULT_ZONE = "UTC"


class ZonedState(rx.State, mixin=True):
    """A state that shows times in the browser's time zone."""

    @abstractmethod
    async def follow_zone(self) -> Any:
        """Show the times in another zone.

        Returns:
            An event that does it; None if it is done.
        """


class ZonedScreenState(ZonedState, ScreenState, mixin=True):
    """A screen that shows times in the browser's time zone, and loads again when that changes."""

    async def follow_zone(self) -> Any:
        """Reload what is on the screen."""
        return type(self).load() if self.phase == "ready" else None


class ZoneState(BrowserState, rx.State):
    """The IANA name of the time zone, stored so that a page knows it when it loads."""

    zone: str | None = rx.LocalStorage("", name="time_zone", sync=True)

    @rx.event
    async def note(self, zone: str) -> Any:
        """Store the browser's time zone, and change what screens show of another zone."""
        if zone == self.zone or not _exists(zone):
            return None
        self.zone = zone
        zoned = [kind for kind in state_kinds() if issubclass(kind, ZonedState)]
        return [event for kind in zoned if (event := await (await self.get_state(kind)).follow_zone())]


async def zone_of(state: rx.State) -> str:
    """Return the time zone of the browser tab of `state`; UTC while it is unknown."""
    zone = (await state.get_state(ZoneState)).zone
    return zone if zone and _exists(zone) else DEFAULT_ZONE


def _exists(zone: str) -> bool:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


class TabLanguage(rx.Middleware):
    """Sets the language of each event: that of the pages the tab shows (web/languages.py)."""

    async def preprocess(self, app: rx.App, state: Any, event: rx.event.Event) -> None:
        """Set the language for the event's handler and for what is computed after it.

        Args:
            app: The app.
            state: The root of the tab's states.
            event: The event.
        """
        set_language(accepted_language(browser_of(state).accept_language))
