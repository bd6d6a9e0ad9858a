"""Signing in with Google or GitHub, and what screens say when it fails."""

import logging
import math
import time
from typing import cast

import reflex as rx

from webdev_certs.schemas.auth import PROVIDER_NAMES, OAuthCallback, Provider
from webdev_certs.shared.translation import N_, _, language_prefix
from webdev_certs.ui.client import ApiError, LockAcquireTimeout, SocialError
from webdev_certs.ui.client.social import Event, describe_sign_in
from webdev_certs.ui.states.session.navigation import DASHBOARD, LOGIN, PROFILE, own_origin
from webdev_certs.ui.states.session.session import SessionState, session_of
from webdev_certs.ui.states.session.social_session import SocialSessionState
from webdev_certs.ui.states.shared.failures import describe, log_failure

log = logging.getLogger(__name__)

_LINK = "link"
GUARD_SECONDS = 1.0
"""How long after a signed-in event further ones are ignored."""
_NOT_OURS = N_("You didn’t start this sign-in in this browser, or it was already used. Start again here.")
_TOO_LATE = N_("The sign-in took too long. Start again.")
_UNVERIFIED = N_(
    "Google or GitHub hasn’t confirmed your email. Confirm it there, or sign in with your email and password."
)
CANCELED = "access_denied"
"""The code of a sign-in that the visitor canceled at the provider."""
USED = frozenset(
    ["no_verifier", "bad_code_verifier", "flow_state_not_found", "validation_failed", "bad_oauth_state"]
)
"""The codes of a sign-in that was not started in this browser, or was already used, as by another tab."""
_WORDS = {
    CANCELED: N_("You canceled the sign-in."),
    "nothing_in_progress": N_("There’s no sign-in with another service in progress in this browser."),
    **dict.fromkeys(USED, _NOT_OURS),
    "interrupted": N_("The sign-in was interrupted. Start again."),
    "flow_state_expired": _TOO_LATE,
    "social_sign_in_too_old": _TOO_LATE,
    "provider_email_needs_verification": _UNVERIFIED,
    "social_not_configured": N_(
        "This site doesn’t offer sign-in with Google or GitHub. Use your email and password."
    ),
    "oauth_provider_not_supported": N_("You can’t sign in here with this service."),
    "provider_disabled": N_("You can’t sign in here with this service."),
    "signup_disabled": N_("We can’t create new accounts this way right now."),
    "user_banned": N_("This site’s team has locked this account."),
    "over_request_rate_limit": N_("A lot of people are signing in right now. Try again in a minute."),
    "unreachable": N_("We can’t reach the sign-in service. Check your connection and try again."),
}
_OTHERWISE = N_("The sign-in service reported a problem. Try again in a moment.")


class SocialState(rx.State):
    """The social sign-in of one tab."""

    provider: rx.Field[str] = rx.field("")
    """The provider chosen last; empty if none."""
    departure: rx.Field[str] = rx.field("")
    """The provider's URL, which the page goes to once (components/behavior/departures.js)."""
    failure: rx.Field[str] = rx.field("")
    """What went wrong, as one sentence for people."""
    is_canceled: rx.Field[bool] = rx.field(False)
    """Whether it failed because the visitor canceled it at the provider."""
    may_follow: rx.Field[bool] = rx.field(False)
    """Whether the sign-in failed because another tab may have finished it with the same code."""
    _linking: bool = False
    """Whether the sign-in is to link an identity to the signed-in account; also stored in the browser."""
    _to_link: str = ""
    """The sign-in to link, until the profile asks for the password."""
    _guarded_until: float = 0.0
    """The guard flag as a time: signed-in events before it are ignored."""

    @rx.event
    async def enter(self) -> None:
        """Forget the sign-in of an earlier visit."""
        self.provider = self.failure = self.departure = ""

    @rx.event
    async def start(self, provider: str, linking: bool):
        """Set loading and go to the provider, to sign in or to link it."""
        session = await session_of(self)
        session.loading, self.failure, self.is_canceled = True, "", False
        self.provider, self._linking = provider, linking
        yield
        try:
            self.departure = await self._provider_url(provider)
        except SocialError as error:
            session.loading = False
            self.failure = describe_failure(error)
            yield
            raise

    @rx.event
    def retry(self):
        """Start the failed sign-in again."""
        if self.provider:
            return SocialState.start(self.provider, self._linking)
        return rx.redirect(PROFILE if self._linking else LOGIN, replace=True)

    @rx.event
    async def finish(self):
        """Take the provider's answer from the URL (`?code=` or `?error=`), and sign in."""
        if time.time() < self._guarded_until:
            yield await self._repeated()
            return
        self._guarded_until = math.inf
        session = await session_of(self)
        session.loading, self.failure, self.may_follow = True, "", False
        # After a restart of the server, only the browser knows the purpose.
        kept = await self.get_state(SocialSessionState)
        self._linking = self._linking or kept.purpose() == _LINK
        events: list[Event] = []
        try:
            # Here too the handler may be canceled.
            yield
            events = await self._exchange()
            for event in events:
                await handle_event(self, event)
        except LockAcquireTimeout:
            # Another tab is finishing the sign-in and shares its result through local storage.
            session.loading = False
            yield self._leave()
        except (SocialError, ApiError) as error:
            if isinstance(error, ApiError):
                log_failure("social sign-in", error)
            else:
                log.warning("Social sign-in failed: %s", error.code)
            self._fail(session, error)
        else:
            yield self._leave()
        finally:
            # Without events there is nothing to guard against.
            self._guarded_until = time.time() + GUARD_SECONDS if events else 0.0

    @rx.event
    async def follow(self):
        """Go to the dashboard after another tab has finished the same sign-in."""
        if (await session_of(self)).is_authenticated:
            return rx.redirect(DASHBOARD, replace=True)
        return None

    def take_link(self) -> OAuthCallback | None:
        """Return the sign-in to link and remove it; None if there is none."""
        taken, self._to_link = self._to_link, ""
        return OAuthCallback.model_validate_json(taken) if taken else None

    async def _repeated(self) -> rx.event.EventSpec | None:
        """Leave the callback screen when its event was already handled."""
        if math.isinf(self._guarded_until):
            # The earlier event is still being handled, and will leave the screen.
            return None
        session = await session_of(self)
        session.loading = False
        if session.is_authenticated:
            return self._leave()
        if not self.failure:
            # The page was loaded again, which has canceled the handler of the earlier event.
            self._fail(session, SocialError("interrupted"))
        return None

    def _fail(self, session: SessionState, error: SocialError | ApiError) -> None:
        session.loading, self.failure = False, describe_failure(error)
        self.is_canceled = error.code == CANCELED
        self.may_follow = error.code in USED and not session.is_authenticated

    def _leave(self) -> rx.event.EventSpec:
        return rx.redirect(PROFILE if self._linking else DASHBOARD, replace=True)

    async def _provider_url(self, provider: str) -> str:
        if provider not in PROVIDER_NAMES:
            raise SocialError("oauth_provider_not_supported")
        kept = await self.get_state(SocialSessionState)
        async with kept.connect() as social:
            purpose = _LINK if self._linking else ""
            return await social.start(
                cast(Provider, provider), f"{own_origin(self)}{language_prefix()}/auth/callback", purpose
            )

    async def _exchange(self) -> list[Event]:
        answer = self.router.url.query_parameters
        if answer.get("error") or answer.get("error_code"):
            # Without `error_description`, which anybody can put into the URL.
            raise SocialError(answer.get("error_code") or answer.get("error") or "unknown")
        code = answer.get("code")
        if not code:
            raise SocialError("nothing_in_progress")
        kept = await self.get_state(SocialSessionState)
        async with kept.connect() as social:
            return await social.finish(code)

    async def _accept(self, posted: OAuthCallback) -> None:
        """Sign in, or keep the sign-in until the profile asks whether to link it."""
        session = await session_of(self)
        if self._linking:
            self._to_link = posted.model_dump_json(exclude_none=True)
            session.loading = False
        else:
            answer = await session.api().oauth_callback(posted)
            kept = await self.get_state(SocialSessionState)
            # Storing resets all states if another user was signed in.
            new_session = kept.kept_session
            await session.store(answer)
            kept.kept_session = new_session


async def handle_event(state: SocialState, event: Event) -> None:
    """Handle the client's signed-in and signed-out events, and ignore all others.

    A function and not a method, because browsers could call a public method of a state.
    """
    match event:
        case "SIGNED_IN", signed_in if signed_in is not None:
            await state._accept(describe_sign_in(signed_in))
        case "SIGNED_OUT", _:
            await (await session_of(state)).end()


def describe_failure(error: SocialError | ApiError) -> str:
    """Return one sentence for people."""
    if isinstance(error, ApiError):
        return describe(error)
    return _(_WORDS.get(error.code, _OTHERWISE))
