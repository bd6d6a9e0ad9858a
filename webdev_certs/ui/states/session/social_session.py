"""What the browser keeps of a social sign-in, under the official client's own keys (specification §3, §9)."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import reflex as rx

from webdev_certs.client import SocialError, connect_social
from webdev_certs.ui.client.social import Event, Social, SocialStore, storage_key, verifier_key
from webdev_certs.settings.settings import get_settings

log = logging.getLogger(__name__)

_PROJECT = get_settings().social_url
_SIGN_OUT_SECONDS = 3


class SocialSessionState(rx.State):
    """The session at Supabase, and the verifier of a sign-in that is under way.

    What is emptied here the page removes from local storage (components/behaviour/session_keeper.js).
    """

    kept_session: str = rx.LocalStorage("", name=storage_key(_PROJECT), sync=True)
    """As the client serialises it."""
    kept_verifier: str = rx.LocalStorage("", name=verifier_key(_PROJECT))
    _own_verifier: str = ""
    """This tab's: the browser has one key for all of its tabs, and another may have started since."""

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Social]:
        """Social sign-in on behalf of this browser; what comes of it is kept.

        Raises:
            SocialError: `social_not_configured`.
        """
        settings = get_settings()
        store = self._store()
        verifier = store.verifier
        try:
            async with connect_social(settings.social_url, settings.social_key, store) as social:
                yield social
        finally:
            self.kept_session = store.session
            if store.verifier != verifier:
                self.kept_verifier = self._own_verifier = store.verifier

    def purpose(self) -> str:
        """What the sign-in that is under way is for (`SocialStore.purpose`)."""
        return self._store().purpose

    def _store(self) -> SocialStore:
        # After a restart of the server only the browser knows the verifier.
        return SocialStore(self.kept_session or "", self._own_verifier or self.kept_verifier or "")

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
