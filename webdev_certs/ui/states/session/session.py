"""The browser's session: three local-storage keys, and who they say is signed in (specification §3, §4)."""

import logging

import reflex as rx
from pydantic import ValidationError

from webdev_certs.client import Api, ApiError, connect
from webdev_certs.schemas.auth import AuthResponse, User
from webdev_certs.ui.states.session.navigation import HOME
from webdev_certs.ui.states.session.social_session import SocialSessionState

log = logging.getLogger(__name__)
_STATES = __name__.rpartition(".")[0]


class SessionState(rx.State):
    """Auth state: user, is_authenticated, loading; shared by all tabs through local storage."""

    access_token: str = rx.LocalStorage("", name="access_token", sync=True)
    refresh_token: str = rx.LocalStorage("", name="refresh_token", sync=True)
    user: str = rx.LocalStorage("", name="user", sync=True)
    """The user as a serialised object."""
    loading: rx.Field[bool] = rx.field(True)

    @rx.var
    def is_authenticated(self) -> bool:
        """Whether both a token and a whole user are stored."""
        return bool(self.access_token) and self.stored_user() is not None

    @rx.var
    def user_name(self) -> str:
        """The signed-in person's name, or nothing."""
        user = self.stored_user()
        return user.full_name if user else ""

    @rx.var
    def user_email(self) -> str:
        """The signed-in person's address, or nothing."""
        user = self.stored_user()
        return user.email if user else ""

    @rx.var
    def email_confirmed(self) -> bool:
        """Whether the signed-in person's address is confirmed; nobody's counts as confirmed."""
        user = self.stored_user()
        return user.email_confirmed if user else True

    @rx.var
    def reduced_motion(self) -> bool:
        """Whether the signed-in person wishes for less motion."""
        user = self.stored_user()
        return user.reduced_motion if user else False

    @rx.event
    async def restore(self) -> None:
        """Ends the loading that a page starts with: what local storage holds has arrived."""
        self.loading = False

    @rx.event
    async def logout(self):
        """Signs out here and on the server; whatever the server says, the browser forgets."""
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
        """Empties every other state of the tab: what one person saw is not for the next."""
        for kind in rx.State.get_substates():
            if kind.__module__.startswith(_STATES) and kind is not SessionState:
                (await self.get_state(kind)).reset()

    def stored_user(self) -> User | None:
        """The stored user, or None when there is none or it is damaged."""
        if not self.user:
            return None
        try:
            return User.model_validate_json(self.user)
        except ValidationError:
            return None

    def store(self, answer: AuthResponse) -> None:
        """Keeps what login or registration brought."""
        self.access_token = answer.access_token
        self.refresh_token = answer.refresh_token
        self.store_user(answer.user)
        self.loading = False

    def store_user(self, user: User) -> None:
        """Replaces the stored user."""
        self.user = user.model_dump_json()

    def forget(self) -> None:
        """Becomes anonymous; the page removes the emptied keys (components/behaviour/session_keeper.js)."""
        self.access_token = ""
        self.refresh_token = ""
        self.user = ""
        self.loading = False

    def api(self) -> Api:
        """The API on behalf of this browser."""
        router = self.router
        return connect(_BrowserTokens(self), router.headers.user_agent, router.session.client_ip)


class _BrowserTokens:
    """The session as the client's token store."""

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


async def session_of(state: rx.State) -> SessionState:
    """The session that belongs to the same browser tab as `state`."""
    return await state.get_state(SessionState)
