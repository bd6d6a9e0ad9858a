"""What the browser keeps of a social sign-in, under the official client's own keys (specification §3, §9)."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import reflex as rx

from webdev_certs.client import SocialError, connect_social
from webdev_certs.client.social import Event, Social, storage_key, verifier_key
from webdev_certs.settings import get_settings

log = logging.getLogger(__name__)

_URL, _KEY = get_settings().social_url, get_settings().social_key
SESSION_KEY = storage_key(_URL)
VERIFIER_KEY = verifier_key(_URL)
_SIGN_OUT_SECONDS = 3


class SocialSessionState(rx.State):
    """The session at Supabase, and the verifier of a sign-in that is under way."""

    kept_session: str = rx.LocalStorage("", name=SESSION_KEY, sync=True)
    """As the client serialises it."""
    kept_verifier: str = rx.LocalStorage("", name=VERIFIER_KEY)
    _own_verifier: str = ""
    """This tab's: the browser has one key for all of its tabs, and another may have started since."""

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Social]:
        """Social sign-in on behalf of this browser.

        Raises:
            SocialError: `social_not_configured`.
        """
        async with connect_social(_URL, _KEY, _Kept(self)) as social:
            yield social

    async def sign_out(self) -> list[Event]:
        """Has Supabase end the session, if there is one; whoever signs out does not wait long for that."""
        if not self.kept_session:
            return []
        try:
            async with asyncio.timeout(_SIGN_OUT_SECONDS), self.connect() as social:
                return await social.sign_out()
        except (SocialError, TimeoutError) as error:
            log.info("the social sign-out was not confirmed: %s", error)
            return []
        finally:
            self.kept_session = ""

    def keep_verifier(self, verifier: str) -> None:
        """Keeps the verifier of a sign-in that starts, or forgets the one that is spent."""
        self.kept_verifier = self._own_verifier = verifier

    def verifier(self) -> str:
        """This tab's verifier or, after a restart of the server, the browser's."""
        return self._own_verifier or self.kept_verifier


class _Kept:
    """The browser's storage for the client; the page removes emptied keys (components/behaviour)."""

    def __init__(self, state: SocialSessionState) -> None:
        self._state = state

    def read(self, key: str) -> str:
        return self._state.verifier() if key == VERIFIER_KEY else self._state.kept_session

    def write(self, key: str, value: str) -> None:
        if key == VERIFIER_KEY:
            self._state.keep_verifier(value)
        else:
            self._state.kept_session = value
