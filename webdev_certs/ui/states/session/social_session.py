"""What the browser stores of a social sign-in, under the official client's keys."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import reflex as rx

from webdev_certs.settings import get_settings
from webdev_certs.ui.client import SocialError, connect_social
from webdev_certs.ui.client.social import Event, Social, SocialStore, storage_key, verifier_key

log = logging.getLogger(__name__)

_PROJECT = get_settings().social_url
_SIGN_OUT_SECONDS = 3


class SocialSessionState(rx.State):
    """The session at Supabase, and the verifier of a sign-in in progress.

    The page removes emptied keys from local storage (components/behavior/signing_out.js).
    """

    kept_session: str | None = rx.LocalStorage("", name=storage_key(_PROJECT), sync=True)
    """The session at Supabase, as the official client serializes it."""
    kept_verifier: str | None = rx.LocalStorage("", name=verifier_key(_PROJECT), sync=True)
    _own_verifier: str = ""
    """This tab's verifier: all tabs share the stored one, and another tab may have replaced it."""

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Social]:
        """Connect to Supabase for this browser, and store the outcome.

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
        """Return the purpose of the sign-in in progress (`SocialStore.purpose`)."""
        return self._store().purpose

    def _store(self) -> SocialStore:
        # After a restart of the server, only the browser has the verifier.
        return SocialStore(self.kept_session or "", self._own_verifier or self.kept_verifier or "")


async def sign_out_of_project(session: str) -> list[Event]:
    """Ask Supabase to end a session that a browser has stored; wait at most a few seconds.

    Args:
        session: As the official client serializes it; empty for none.

    Returns:
        The events of the client; none if Supabase did not confirm the sign-out.
    """
    if not session:
        return []
    settings = get_settings()
    try:
        async with (
            asyncio.timeout(_SIGN_OUT_SECONDS),
            connect_social(settings.social_url, settings.social_key, SocialStore(session)) as social,
        ):
            return await social.sign_out()
    except SocialError as error:
        log.warning("The social sign-out was not confirmed: %s", error.code)
    except TimeoutError:
        log.warning("The social sign-out was not confirmed: unreachable")
    return []
