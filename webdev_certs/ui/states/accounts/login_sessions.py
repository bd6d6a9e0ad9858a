"""The account's login sessions."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from webdev_certs.schemas.auth import LoginSession
from webdev_certs.shared.formatting import date_time, long_date
from webdev_certs.shared.translation import _
from webdev_certs.ui.client import Api, Page
from webdev_certs.ui.states.session.locale import ZonedScreenState, zone_of
from webdev_certs.ui.states.session.screens import exclusive
from webdev_certs.ui.states.session.session import api_of

_HEADING = "login-sessions-title"


@dataclass
class LoginSessionRow:
    """One sign-in on one device."""

    login_session_id: str
    device: str
    current: bool
    since: str
    seen: str


class LoginSessionsState(ZonedScreenState, rx.State):
    """The list of login sessions, and ending them."""

    rows: rx.Field[list[LoginSessionRow]] = rx.field(default_factory=list)
    following: rx.Field[str] = rx.field("")
    """The cursor of the next page; empty if there is none."""
    notice: rx.Field[str] = rx.field("")
    busy: rx.Field[str] = rx.field("")
    """The id of the login session that is being ended, `end_others` or `show_more`."""

    async def _load(self, api: Api) -> None:
        """List the login sessions."""
        await self._show(await api.login_sessions(), [])
        self.phase, self.error = "ready", ""

    @exclusive
    async def show_more(self) -> Any:
        """Append the next page; do nothing after the last one."""
        if not self.following:
            return None
        self.notice = ""
        await self._show(await (await api_of(self)).login_sessions(self.following), self.rows)
        # The focused button has disappeared with the last page.
        return None if self.following else rx.set_focus(_HEADING)

    async def _show(self, page: Page[LoginSession], before: list[LoginSessionRow]) -> None:
        zone = await zone_of(self)
        self.rows = [*before, *(_row(entry, zone) for entry in page.rows)]
        self.following = page.following

    @exclusive
    async def end(self, login_session_id: str, device: str) -> Any:
        """End one login session. A second click does nothing."""
        if all(row.login_session_id != login_session_id for row in self.rows):
            return None
        self.notice = ""
        await (await api_of(self)).end_login_session(login_session_id)
        return await self._report(_("{device} is signed out.", device=device))

    @exclusive
    async def end_others(self) -> Any:
        """End every login session but this one. A second click does nothing."""
        if not self.following and all(row.current for row in self.rows):
            return None
        self.notice = ""
        await (await api_of(self)).end_other_login_sessions()
        return await self._report(_("You are signed out everywhere else."))

    async def refresh(self) -> None:
        """Read the list again.

        Raises:
            ApiError: It could not be read, and is left as it was.
        """
        await self._load(await api_of(self))

    async def _report(self, notice: str) -> Any:
        await self.refresh()
        self.notice = notice
        # The focused button has disappeared with its row.
        return rx.set_focus(_HEADING)


def _row(entry: LoginSession, zone: str) -> LoginSessionRow:
    return LoginSessionRow(
        login_session_id=str(entry.id),
        device=entry.device,
        current=entry.current,
        since=long_date(entry.created_at, zone),
        seen=date_time(entry.last_seen_at, zone),
    )
