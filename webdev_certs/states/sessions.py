"""Where the account is signed in."""

from dataclasses import dataclass

import reflex as rx

from webdev_certs.client import Api, ApiError
from webdev_certs.schemas.login_sessions import Session
from webdev_certs.ui.states.formatting import date_time, long_date
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.session import session_of

_HEADING = "sessions-title"


@dataclass
class SessionRow:
    """One sign-in on one device."""

    session_id: str
    device: str
    current: bool
    since: str
    seen: str


class SessionsState(rx.State):
    """The list of sessions, and ending them."""

    rows: rx.Field[list[SessionRow]] = rx.field(default_factory=list)
    notice: rx.Field[str] = rx.field("")
    error: rx.Field[str] = rx.field("")
    ending: rx.Field[str] = rx.field("")
    """The id of the session that is being ended, or `others`."""

    @rx.event
    async def load(self) -> None:
        """Lists the sessions."""
        self.reset()
        if (await session_of(self)).is_authenticated:
            try:
                await self.refresh()
            except ApiError as error:
                self.error = describe(error)

    @rx.event
    async def end(self, session_id: str, device: str):
        """Ends one session."""
        async for event in self._end(
            session_id, lambda api: api.end_session(session_id), f"{device} is signed out."
        ):
            yield event

    @rx.event
    async def end_others(self):
        """Ends every session but this one."""
        async for event in self._end(
            "others", lambda api: api.end_other_sessions(), "You are signed out everywhere else."
        ):
            yield event

    async def refresh(self) -> None:
        """Asks for the list.

        Raises:
            ApiError: it could not be read; the list is then left as it was.
        """
        session = await session_of(self)
        self.rows = [_row(entry) for entry in await session.api().sessions()]

    async def _end(self, which: str, call, notice: str):
        if self.ending:
            return
        self.ending, self.notice, self.error = which, "", ""
        yield
        api: Api = (await session_of(self)).api()
        try:
            await call(api)
            await self.refresh()
        except ApiError as error:
            self.error = describe(error)
        else:
            self.notice = notice
        self.ending = ""
        # The button that was pressed is gone.
        yield rx.set_focus(_HEADING)


def _row(entry: Session) -> SessionRow:
    return SessionRow(
        session_id=str(entry.id),
        device=entry.device,
        current=entry.current,
        since=long_date(entry.created_at),
        seen=date_time(entry.last_seen_at),
    )
