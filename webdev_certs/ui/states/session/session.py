"""The browser's stored session: three keys in local storage."""

import asyncio
from dataclasses import dataclass
from typing import Any

import reflex as rx
from pydantic import ValidationError

from webdev_certs.schemas.auth import AuthResponse, User
from webdev_certs.shared.formatting import greeted_name
from webdev_certs.shared.translation import _
from webdev_certs.ui.client import Api, ApiError, TokenStore, connect
from webdev_certs.ui.reflex_internals import (
    browser_of,
    is_in_background,
    reset_but_stored,
    send_changes,
    state_kinds,
)
from webdev_certs.ui.states.session.navigation import HOME
from webdev_certs.ui.states.session.social_session import SocialSessionState, sign_out_of_project
from webdev_certs.ui.states.shared.failures import SESSION_ENDED, describe, log_failure
from webdev_certs.ui.states.shared.toasts import ToastState
from webdev_certs.ui.states.shared.unawaited import run_in_background


class BrowserState(rx.State, mixin=True):
    """A state of the browser, the same for everybody who uses it: no end of a login session resets it."""


class VisitorState(rx.State, mixin=True):
    """A state with data of a visitor: it is also reset when somebody signs in in another tab."""


class SessionState(rx.State):
    """The auth state: user, is_authenticated, loading. All tabs share it through local storage."""

    # None once another tab has removed them.
    access_token: str | None = rx.LocalStorage("", name="access_token", sync=True)
    refresh_token: str | None = rx.LocalStorage("", name="refresh_token", sync=True)
    user: str | None = rx.LocalStorage("", name="user", sync=True)
    """The user as a serialized object."""
    loading: rx.Field[bool] = rx.field(True)
    reconnecting: rx.Field[bool] = rx.field(False)
    """Whether a token refresh is being tried again, because the server does not answer as it should."""

    @rx.var
    def is_authenticated(self) -> bool:
        """Whether a token and a valid user are stored."""
        return bool(self.access_token) and self.stored_user() is not None

    @rx.var
    def user_id(self) -> str:
        """The signed-in user's id; empty without one."""
        user = self.stored_user()
        return str(user.id) if user else ""

    @rx.var
    def user_name(self) -> str:
        """The signed-in user's name; empty without one."""
        user = self.stored_user()
        return user.full_name if user else ""

    @rx.var
    def greeted_name(self) -> str:
        """How the signed-in user is greeted; empty without one."""
        return greeted_name(self.user_name)

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
        """Sign out, and go to the home page."""
        await self.sign_out()
        return rx.redirect(HOME)

    async def sign_out(self) -> None:
        """Sign out in the browser at once, and then on the server, whatever it answers."""
        tokens = _KeptTokens(self.access_token or "", self.refresh_token or "")
        social_session = (await self.get_state(SocialSessionState)).kept_session or ""
        api = self._connect(tokens)
        await self.end()
        # Not awaited: until the handler returns, the browser still has the tokens and would restore them.
        run_in_background(_tell_servers(api, tokens, social_session))

    async def end(self) -> None:
        """Forget the user: reset all states of the tab, so that the next user does not see this one's data.

        Every way out of a login session in this tab ends here; other tabs use `clear_screens`. The page
        removes the emptied keys from local storage (components/behavior/signing_out.js).
        """
        for state in await self._all_states():
            state.reset()
        self.loading = False

    async def clear_screens(self) -> None:
        """Reset all states except what the browser stores, after another tab has ended the login session.

        What the browser stores follows the other tab. Writing it from here could overwrite what that tab has
        stored since.
        """
        for state in await self._all_states():
            reset_but_stored(state)
        self.loading = False

    def stored_user(self) -> User | None:
        """Return the stored user, or None if there is none or it is malformed."""
        if not self.user:
            return None
        try:
            return User.model_validate_json(self.user)
        except ValidationError:
            return None

    async def store(self, answer: AuthResponse) -> None:
        """Store the tokens and the user of a sign-in or registration."""
        if self.refresh_token:
            # A social sign-in can replace the user who is signed in.
            await self.end()
        self.access_token = answer.access_token
        self.refresh_token = answer.refresh_token
        self.store_user(answer.user)
        self.loading = False

    def store_user(self, user: User) -> None:
        """Replace the stored user."""
        self.user = user.model_dump_json()

    async def _all_states(self) -> list[Any]:
        kinds = [kind for kind in state_kinds() if not issubclass(kind, BrowserState)]
        return [await self.get_state(kind) for kind in kinds]

    def api(self) -> Api:
        """Return the API client for this browser."""
        return self._connect(_BrowserTokens(self))

    def _connect(self, tokens: TokenStore) -> Api:
        browser = browser_of(self)
        return connect(tokens, browser.user_agent, browser.ip)


class _BrowserTokens:
    """Gives the API client access to the session's tokens.

    An event in the background changes states only while it has the tab's lock; `async with` takes it. Other
    events have it, and `async with` does nothing.
    """

    def __init__(self, session: SessionState) -> None:
        self._session = session
        # What comes after the end of this login session changes nothing of the next one.
        self._begun = session.refresh_token

    @property
    def access_token(self) -> str:
        return self._session.access_token or ""

    @property
    def refresh_token(self) -> str:
        return self._session.refresh_token or ""

    async def store_access_token(self, token: str) -> None:
        async with self._session:
            if self._session.refresh_token == self._begun:
                self._session.access_token = token

    async def sign_out(self, reason: ApiError) -> None:
        log_failure("token refresh", reason)
        async with self._session:
            if self._session.refresh_token != self._begun:
                return
            await self._session.end()
            # A toast, because the user is leaving the screen that made the call.
            # The API calls a stored token that is too long an invalid value, which nobody has entered.
            words = _(SESSION_ENDED) if reason.status in (400, 422) else describe(reason)
            (await self._session.get_state(ToastState)).show(words, "neutral")

    async def show_reconnecting(self, shown: bool) -> None:
        if is_in_background(self._session):
            # The event that has the lock may wait for this refresh.
            return
        self._session.reconnecting = shown
        await send_changes(self._session)


@dataclass
class _KeptTokens:
    """The tokens of a login session that the browser has already forgotten."""

    access_token: str
    refresh_token: str

    async def store_access_token(self, token: str) -> None:
        self.access_token = token

    async def sign_out(self, reason: ApiError) -> None:
        """Do nothing: the browser has signed out."""

    async def show_reconnecting(self, shown: bool) -> None:
        """Do nothing: no screen waits for the call."""


async def _tell_servers(api: Api, tokens: _KeptTokens, social_session: str) -> None:
    """Ask the API to end the login session and Supabase to end the social session."""
    await asyncio.gather(_tell_api(api, tokens), sign_out_of_project(social_session))


async def _tell_api(api: Api, tokens: _KeptTokens) -> None:
    if not tokens.access_token:
        return
    try:
        await api.logout()
    except ApiError as error:
        log_failure("logout", error)


async def session_of(state: rx.State) -> SessionState:
    """Return the session in the same browser tab as `state`."""
    return await state.get_state(SessionState)


async def api_of(state: rx.State) -> Api:
    """Return the API client for the browser tab of `state`."""
    return (await session_of(state)).api()
