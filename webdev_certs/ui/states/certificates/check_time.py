"""When a certificate was checked, in the time zone of the browser."""

from datetime import datetime
from typing import Any

import reflex as rx

from webdev_certs.shared.formatting import date_time
from webdev_certs.ui.states.session.locale import ZonedState, zone_of


class CheckTimeState(ZonedState, mixin=True):
    """A state that says when it checked something."""

    checked: rx.Field[str] = rx.field("")
    """When it was checked, in words; empty before."""
    checked_at: rx.Field[str] = rx.field("")
    """The same for programs, as ISO 8601."""

    async def follow_zone(self) -> Any:
        """Write the time in the new zone. Loading again would check again."""
        if self.checked_at:
            self.checked = date_time(datetime.fromisoformat(self.checked_at), await zone_of(self))

    async def _note_check(self, moment: datetime) -> None:
        self.checked_at = moment.isoformat(timespec="seconds")
        self.checked = date_time(moment, await zone_of(self))
