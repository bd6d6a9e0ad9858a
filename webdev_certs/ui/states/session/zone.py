"""The browser's time zone, in which screens show times and days of the learner."""

from typing import Any, ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import reflex as rx

from webdev_certs.ui.reflex_internals import state_kinds

DEFAULT_ZONE = "UTC"


class ZoneState(rx.State):
    """The IANA name of the time zone, stored so that a page knows it when it loads."""

    # The time zone belongs to the browser, not to the user.
    outlasts_session: ClassVar = True

    zone: str = rx.LocalStorage("", name="time_zone", sync=True)

    @rx.event
    async def note(self, zone: str) -> Any:
        """Store the browser's time zone, and change what screens show of another zone."""
        if zone == self.zone or not _exists(zone):
            return None
        self.zone = zone
        kinds = state_kinds()
        loading = [kind for kind in kinds if getattr(kind, "follows_zone", False)]
        shown = [kind for kind in loading if (await self.get_state(kind)).phase == "ready"]
        checks = [kind for kind in kinds if getattr(kind, "shows_check_time", False)]
        checked = [kind for kind in checks if (await self.get_state(kind)).checked_at]
        return [*(kind.load() for kind in shown), *(kind.show_check_time() for kind in checked)]


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
