"""The profile's parts about security: the ways to sign in, the password, and login sessions."""

from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.auth import (
    PROVIDER_NAMES,
    Identity,
    LinkIdentity,
    LoginSession,
    OAuthCallback,
    UnlinkIdentity,
)
from webdev_certs.schemas.profile import PasswordChange
from webdev_certs.shared.formatting import date_time, long_date
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import Api, Page
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.locale import ZonedScreenState, zone_of
from webdev_certs.ui.states.session.screens import ScreenState, exclusive
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.forms import FormFault, FormState, submits

_SESSIONS_HEADING = "login-sessions-title"


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
        return None if self.following else rx.set_focus(_SESSIONS_HEADING)

    async def _show(self, page: Page[LoginSession], before: list[LoginSessionRow]) -> None:
        zone = await zone_of(self)
        self.rows = [*before, *(_login_session_row(entry, zone) for entry in page.rows)]
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
        return await self._report(_("You’re signed out everywhere else."))

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
        return rx.set_focus(_SESSIONS_HEADING)


def _login_session_row(entry: LoginSession, zone: str) -> LoginSessionRow:
    return LoginSessionRow(
        login_session_id=str(entry.id),
        device=entry.device,
        current=entry.current,
        since=long_date(entry.created_at, zone),
        seen=date_time(entry.last_seen_at, zone),
    )


_METHODS_HEADING = "methods-title"


@dataclass
class IdentityRow:
    """One linked identity."""

    identity_id: str
    name: str
    email: str
    since: str


class SignInMethodsState(ScreenState, rx.State):
    """The linked identities."""

    rows: rx.Field[list[IdentityRow]] = rx.field(default_factory=list)
    linked: rx.Field[list[str]] = rx.field(default_factory=list)
    """The providers of the linked identities."""

    async def _load(self, api: Api) -> Any:
        """List the linked identities. After a sign-in that was made to link another one, ask whether to."""
        posted = (await self.get_state(SocialState)).take_link()
        then = (await self.get_state(MethodState)).ask_link(posted) if posted else None
        await self.refresh()
        return then

    async def refresh(self) -> None:
        """Read the list again.

        Raises:
            ApiError: It could not be read, and is left as it was.
        """
        found = await (await api_of(self)).identities()
        self.rows = [_identity_row(identity) for identity in found]
        self.linked = [identity.provider for identity in found]


class MethodState(FormState, rx.State):
    """The form that links or unlinks an identity; it asks for the password if the account has one."""

    form_name: ClassVar = "method"
    question_id: ClassVar = "method-question"
    """The id of the question."""
    field_names: ClassVar = {"password": "method_password"}

    action: rx.Field[str] = rx.field("")
    """`link` or `unlink`; empty if nothing is asked."""
    service: rx.Field[str] = rx.field("")
    """The name of the provider."""
    email: rx.Field[str] = rx.field("")
    """The email at the provider, which tells several identities apart; empty if unknown."""
    _posted: str = ""
    """The sign-in to link, as the API takes it."""
    _identity_id: str = ""
    """The identity to unlink."""

    def ask_link(self, posted: OAuthCallback):
        """Ask whether to link the identity of a sign-in that was just made."""
        self.reset()
        self.action, self.service = "link", PROVIDER_NAMES[posted.provider]
        self.email = posted.user_metadata.email or ""
        link = LinkIdentity(provider=posted.provider, accessToken=posted.access_token)
        self._posted = link.model_dump_json(exclude_none=True)
        return rx.set_focus(self.question_id)

    @rx.event
    def ask_unlink(self, identity_id: str, name: str, email: str):
        """Ask whether to unlink an identity."""
        self.reset()
        self.action, self.service, self.email = "unlink", name, email
        self._identity_id = identity_id
        return rx.set_focus(self.question_id)

    @rx.event
    def keep(self):
        """Close the question without changing anything."""
        self.reset()
        # The focused button has disappeared.
        return rx.set_focus(_METHODS_HEADING)

    @submits
    async def change(self, form: dict[str, Any]) -> str | None:
        """Link or unlink the identity; the API refuses to unlink the only way to sign in."""
        if not self.action:
            return None
        password = None
        if (await self.get_state(ProfileState)).has_password:
            password = form.get("method_password")
            if not password:
                raise FormFault({"method_password": _("Enter your current password.")})
        is_linking, service = self.action == "link", self.service
        await self._call(await api_of(self), password)
        self.reset()
        await (await self.get_state(SignInMethodsState)).refresh()
        if is_linking:
            return _("You can now sign in with {service}.", service=service)
        return _("{service} is unlinked.", service=service)

    async def _call(self, api: Api, password: str | None) -> Identity | None:
        if self.action == "link":
            posted = LinkIdentity.model_validate_json(self._posted)
            return await api.link_identity(posted.model_copy(update={"password": password}))
        await api.unlink_identity(self._identity_id, UnlinkIdentity.model_construct(password=password))
        return None


def _identity_row(identity: Identity) -> IdentityRow:
    return IdentityRow(
        identity_id=str(identity.id),
        name=PROVIDER_NAMES[identity.provider],
        email=identity.email,
        since=long_date(identity.created_at),
    )


class PasswordState(FormState, rx.State):
    """The form for a new password."""

    form_name: ClassVar = "password"
    field_names: ClassVar = {"password": "new_password"}
    required: ClassVar = {
        "current_password": N_("Enter your current password."),
        "new_password": N_("Choose a new password."),
    }

    @submits
    async def change(self, form: dict[str, Any]) -> str:
        """Change or set the password, which ends all other login sessions."""
        profile = await self.get_state(ProfileState)
        asked = ("current_password", "new_password") if profile.has_password else ("new_password",)
        missing = {name: _(self.required[name]) for name in asked if not form.get(name)}
        if missing:
            raise FormFault(missing)
        change = self.parse(PasswordChange, {name: form[name] for name in asked})
        await (await api_of(self)).change_password(change)
        profile.has_password = True
        await (await self.get_state(LoginSessionsState)).refresh()
        return _("Your new password is saved. You’re signed out everywhere else.")
