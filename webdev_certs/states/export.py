"""All own data as a file."""

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.session import session_of


class ExportState(rx.State):
    """The export of the account's data."""

    busy: rx.Field[bool] = rx.field(False)
    notice: rx.Field[str] = rx.field("")
    error: rx.Field[str] = rx.field("")

    @rx.event
    async def enter(self) -> None:
        """Forgets what an earlier visit has left."""
        self.reset()

    @rx.event
    async def download(self):
        """Hands the file to the browser."""
        if self.busy:
            return
        self.busy, self.notice, self.error = True, "", ""
        yield
        session = await session_of(self)
        try:
            data = await session.api().export()
        except ApiError as error:
            self.busy, self.error = False, describe(error)
            return
        self.busy, self.notice = False, "Your data has been handed to your browser as a file."
        yield rx.download(data=data, filename="webdev-certs-export.json", mime_type="application/json")
