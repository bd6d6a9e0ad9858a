"""The browser's stored session: three keys in local storage (specification §3, §4)."""

import logging

import reflex as rx
from pydantic import ValidationError

from webdev_certs.reflex_internals import send_changes
from webdev_certs.schemas.auth import AuthResponse, User
from webdev_certs.ui.client import Api, ApiError, connect
from webdev_certs.ui.states.session.navigation import HOME
from webdev_certs.ui.states.session.social_session import SocialSessionState

log = logging.getLogger(__name__)


class SessionState(rx.State):
    """The auth state: user, is_authenticated, loading. All tabs share it through local storage."""

    access_token: str = rx.LocalStorage("", name="access_token", sync=True)
    refresh_token: str = rx.LocalStorage("", name="refresh_token", sync=True)
    user: str = rx.LocalStorage("", name="user", sync=True)
    """The user as a serialized object."""
    loading: rx.Field[bool] = rx.field(True)
    reconnecting: rx.Field[bool] = rx.field(False)
    """Whether a token refresh is being tried again, because the server does not answer as it should."""

    @rx.var
    def is_authenticated(self) -> bool:
        """Whether a token and a valid user are stored."""
        return bool(self.access_token) and self.stored_user() is not None

    @rx.var
    def user_name(self) -> str:
        """The signed-in user's name; empty without one."""
        user = self.stored_user()
        return user.full_name if user else ""

    @rx.var
    def user_email(self) -> str:
        """The signed-in user's email; empty without one."""
        user = self.stored_user()
        return user.email if user else ""

    @rx.var
    def email_confirmed(self) -> bool:
        """Whether the signed-in user's email is confirmed; also True without a user."""
        user = self.stored_user()
        return user.email_confirmed if user else True

    @rx.var
    def reduced_motion(self) -> bool:
        """Whether the signed-in user wants less motion."""
        user = self.stored_user()
        return user.reduced_motion if user else False

    @rx.event
    async def restore(self) -> None:
        """End the loading that a page starts with, now that local storage has been read."""
        self.loading = False

    @rx.event
    async def logout(self):
        """Sign out on the server and, whatever it answers, in the browser."""
        if self.access_token:
            try:
                await self.api().logout()
            except ApiError as error:
                log.info("logout was not confirmed by the server: %s", error.code)
        await (await self.get_state(SocialSessionState)).sign_out()
        self.forget()
        await self.clear_screens()
        return rx.redirect(HOME)

    async def clear_screens(self) -> None:
        """Reset all other states of the tab, so that the next user does not see this one's data."""
        for kind in rx.State.get_substates():
            if kind is not SessionState:
                (await self.get_state(kind)).reset()

    def stored_user(self) -> User | None:
        """Return the stored user, or None if there is none or it is malformed."""
        if not self.user:
            return None
        try:
            return User.model_validate_json(self.user)
        except ValidationError:
            return None

    def store(self, answer: AuthResponse) -> None:
        """Store the tokens and the user of a sign-in or registration."""
        self.access_token = answer.access_token
        self.refresh_token = answer.refresh_token
        self.store_user(answer.user)
        self.loading = False

    def store_user(self, user: User) -> None:
        """Replace the stored user."""
        self.user = user.model_dump_json()

    def forget(self) -> None:
        """Become anonymous; the page removes the emptied keys (components/behavior/session_keeper.js)."""
        self.access_token = ""
        self.refresh_token = ""
        self.user = ""
        self.loading = False

    def api(self) -> Api:
        """Return the API client for this browser."""
        router = self.router
        return connect(_BrowserTokens(self), router.headers.user_agent, router.session.client_ip)


class _BrowserTokens:
    """Gives the API client access to the session's tokens."""

    def __init__(self, session: SessionState) -> None:
        self._session = session

    @property
    def access_token(self) -> str:
        return self._session.access_token or ""

    @property
    def refresh_token(self) -> str:
        return self._session.refresh_token or ""

    def store_access_token(self, token: str) -> None:
        self._session.access_token = token

    def sign_out(self) -> None:
        self._session.forget()

    async def show_reconnecting(self, shown: bool) -> None:
        self._session.reconnecting = shown
        await send_changes(self._session)


async def session_of(state: rx.State) -> SessionState:
    """Return the session in the same browser tab as `state`."""
    return await state.get_state(SessionState)
