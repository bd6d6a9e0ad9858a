"""The export of the user's data as a file."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.states.session.handlers import exclusive
from webdev_certs.ui.states.session.session import api_of


class ExportState(rx.State):
    """The export of the account's data."""

    busy: rx.Field[bool] = rx.field(False)
    notice: rx.Field[str] = rx.field("")
    error: rx.Field[str] = rx.field("")

    @rx.event
    async def enter(self) -> None:
        """Remove the messages of an earlier visit."""
        self.reset()

    @exclusive
    async def download(self) -> Any:
        """Download the user's data as a file."""
        self.notice = ""
        data = await (await api_of(self)).export()
        self.notice = _("Your data was downloaded.")
        return rx.download(data=data, filename="webdev-certs-export.json", mime_type="application/json")
