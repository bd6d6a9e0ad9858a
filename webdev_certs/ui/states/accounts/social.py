"""Signing in with Google or GitHub: to the provider and back (specification §4, social sign-in)."""

import logging
import math
import time

import reflex as rx

from webdev_certs.client import ApiError, LockAcquireTimeout, SocialError
from webdev_certs.ui.client.social import Event, describe_sign_in
from webdev_certs.schemas.social import OAuthCallback, Provider
from webdev_certs.ui.states.session.navigation import DASHBOARD, LOGIN, PROFILE
from webdev_certs.ui.states.session.origin import own_origin
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.accounts.social_messages import describe_failure
from webdev_certs.ui.states.session.social_session import SocialSessionState

log = logging.getLogger(__name__)

_PROVIDERS: dict[str, Provider] = {"google": "google", "github": "github"}
_LINK = "link"
GUARD_SECONDS = 1.0
"""How long after a signed-in event has been handled further ones are taken for its echo."""


class SocialState(rx.State):
    """A social sign-in of one tab."""

    provider: rx.Field[str] = rx.field("")
    """The one that was chosen last, or nothing."""
    departure: rx.Field[str] = rx.field("")
    """The provider's address; the page goes there once (components/behaviour/departure.js)."""
    failure: rx.Field[str] = rx.field("")
    """What went wrong, in words for people."""
    _linking: bool = False
    """Whether the sign-in is to be added to the account that is signed in; the browser keeps it, too."""
    _to_link: str = ""
    """The sign-in that is to be added, until the profile asks for the password."""
    _guarded_until: float = 0.0
    """The guard flag, with its own release: no signed-in event is handled before this time."""

    @rx.event
    async def enter(self) -> None:
        """Forgets what an earlier visit has left."""
        self.provider = self.failure = self.departure = ""

    @rx.event
    async def start(self, provider: str):
        """Signs in with a provider: sets loading, and goes there."""
        async for event in self._depart(provider, linking=False):
            yield event

    @rx.event
    async def start_linking(self, provider: str):
        """Adds a provider to one's own account: goes there, too."""
        async for event in self._depart(provider, linking=True):
            yield event

    @rx.event
    async def retry(self):
        """Starts once more what has failed."""
        if not self.provider:
            yield rx.redirect(PROFILE if self._linking else LOGIN, replace=True)
            return
        async for event in self._depart(self.provider, linking=self._linking):
            yield event

    @rx.event
    async def finish(self):
        """Takes the provider's answer from the address (`?code=` or `?error=`), and signs in."""
        if time.time() < self._guarded_until:
            return
        self._guarded_until = math.inf
        session = await session_of(self)
        session.loading, self.failure = True, ""
        # After a restart of the server only the browser knows it.
        kept = await self.get_state(SocialSessionState)
        self._linking = self._linking or kept.purpose() == _LINK
        yield
        events: list[Event] = []
        try:
            events = await self._exchange()
            for event in events:
                await self._on_auth_event(event)
        except LockAcquireTimeout:
            # Another tab is at it and shares its result through local storage.
            session.loading = False
        except (SocialError, ApiError) as error:
            log.warning("social sign-in failed: %s: %s", error.code, error)
            session.loading = False
            self.failure = describe_failure(error)
        else:
            yield rx.redirect(PROFILE if self._linking else DASHBOARD, replace=True)
        finally:
            # Where nothing has happened there is no echo to wait for.
            self._guarded_until = time.time() + GUARD_SECONDS if events else 0.0

    def take_link(self) -> OAuthCallback | None:
        """The sign-in that is to be added to the account, once; or None."""
        taken, self._to_link = self._to_link, ""
        return OAuthCallback.model_validate_json(taken) if taken else None

    async def _depart(self, provider: str, *, linking: bool):
        session = await session_of(self)
        session.loading, self.failure = True, ""
        self.provider, self._linking = provider, linking
        yield
        try:
            self.departure = await self._address_of(provider)
        except SocialError as error:
            session.loading = False
            self.failure = describe_failure(error)
            yield
            raise

    async def _address_of(self, provider: str) -> str:
        known = _PROVIDERS.get(provider)
        if known is None:
            raise SocialError("oauth_provider_not_supported")
        kept = await self.get_state(SocialSessionState)
        async with kept.connect() as social:
            purpose = _LINK if self._linking else ""
            return await social.start(known, f"{own_origin(self)}/auth/callback", purpose)

    async def _exchange(self) -> list[Event]:
        answer = self.router.url.query_parameters
        if answer.get("error") or answer.get("error_code"):
            log.info("the provider refused: %s", answer.get("error_description", ""))
            raise SocialError(answer.get("error_code") or answer.get("error") or "unknown")
        code = answer.get("code")
        if not code:
            raise SocialError("nothing_under_way")
        kept = await self.get_state(SocialSessionState)
        async with kept.connect() as social:
            return await social.finish(code)

    async def _on_auth_event(self, event: Event) -> None:
        """Follows the client's events; all but these two are ignored, the initial session among them."""
        session = await session_of(self)
        match event:
            case "SIGNED_IN", signed_in if signed_in is not None:
                posted = describe_sign_in(signed_in)
                if self._linking:
                    self._to_link = posted.model_dump_json(exclude_none=True)
                    session.loading = False
                else:
                    session.store(await session.api().oauth_callback(posted))
            case "SIGNED_OUT", _:
                session.forget()
