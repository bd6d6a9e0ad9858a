"""The UI tier's client of Supabase Auth: the official one, for one browser."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

import httpx
from pydantic import ValidationError
from supabase_auth import AsyncGoTrueClient, AsyncSupportedStorage
from supabase_auth.errors import AuthError, AuthRetryableError
from supabase_auth.types import Session

from webdev_certs.schemas.auth import OAuthCallback, Provider
from webdev_certs.shared.tls import trusted_authorities

Event = tuple[str, Session | None]
"""The name of an event (`SIGNED_IN`, `SIGNED_OUT`, …), and its social session."""

LOCK_SECONDS = 10.0
"""How long one tab waits for another tab that uses the same verifier."""
_TIMEOUT_SECONDS = 10
_VERIFIER = "-code-verifier"


class SocialError(Exception):
    """Social sign-in failed.

    Attributes:
        code: Supabase's code, e.g. `bad_code_verifier`; `no_verifier` if this browser has not started a
            sign-in; `unreachable` without an answer; `unknown` for anything else.
    """

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code


class LockAcquireTimeout(Exception):
    """Another tab of the same browser has held the lock for too long."""


@dataclass
class SocialStore:
    """What one browser stores for the client; a text is empty if nothing is stored.

    Attributes:
        session: The serialized social session, stored under `storage_key`.
        verifier: The PKCE verifier, stored under `verifier_key`. The purpose of the sign-in may follow after
            a slash, which no verifier contains (RFC 7636 §4.1); the official clients do the same.
    """

    session: str = ""
    verifier: str = ""

    @property
    def purpose(self) -> str:
        """The purpose of the sign-in in progress, such as linking; empty if it only signs in."""
        return self.verifier.partition("/")[2]


def storage_key(url: str) -> str:
    """Return `sb-<ref>-auth-token`, with the first label of the project's host as the reference."""
    return f"sb-{(urlsplit(url).hostname or '').split('.')[0]}-auth-token"


def verifier_key(url: str) -> str:
    """Return the key under which the PKCE verifier (RFC 7636) is stored during a sign-in."""
    return storage_key(url) + _VERIFIER


class Social:
    """Social sign-in for one browser. Made by `connect_social`, which also closes it."""

    def __init__(self, auth: AsyncGoTrueClient, store: SocialStore) -> None:
        self._auth = auth
        self._store = store
        self.events: list[Event] = []
        auth.on_auth_state_change(lambda event, session: self.events.append((event, session)))

    async def start(self, provider: Provider, return_to: str, purpose: str = "") -> str:
        """Store a new verifier and the purpose, and return the provider's URL to go to.

        Raises:
            SocialError: The sign-in cannot be started.
        """
        try:
            answer = await self._auth.sign_in_with_oauth(
                {"provider": provider, "options": {"redirect_to": return_to}}
            )
        except AuthError as error:
            raise _social_error(error) from error
        if purpose:
            self._store.verifier += f"/{purpose}"
        return answer.url

    async def finish(self, code: str) -> list[Event]:
        """Exchange the code from the provider's redirect for a social session, and return the events.

        A code works only with the verifier of the browser that asked for it, so a link with a code cannot
        sign anybody in to somebody else's account.

        Raises:
            SocialError: `no_verifier`, or Supabase's reason.
            LockAcquireTimeout: Another tab is exchanging the code and does not finish.
        """
        if not self._store.verifier:
            raise SocialError("no_verifier")
        async with sole_use(self._store.verifier):
            try:
                # Without a verifier as parameter, the client reads it from the store and then removes it.
                await self._auth.exchange_code_for_session({"auth_code": code})
            except (AuthError, ValidationError) as error:
                raise _social_error(error) from error
        return self.events

    async def sign_out(self) -> list[Event]:
        """Delete the stored social session, have Supabase end it, and return the events.

        Raises:
            SocialError: Supabase did not confirm it.
        """
        try:
            await self._auth.sign_out({"scope": "local"})
        except (AuthError, ValidationError) as error:
            raise _social_error(error) from error
        return self.events


@asynccontextmanager
async def connect_social(url: str, publishable_key: str, store: SocialStore) -> AsyncIterator[Social]:
    """Connect to Supabase Auth for the browser that `store` belongs to.

    Raises:
        SocialError: `social_not_configured`: `url` is empty.
    """
    if not url:
        raise SocialError("social_not_configured")
    # A new HTTP client each time: with shared cookies, users could get each other's social sessions.
    async with httpx.AsyncClient(verify=trusted_authorities(), timeout=_TIMEOUT_SECONDS) as http:
        auth = AsyncGoTrueClient(
            url=f"{url}/auth/v1",
            headers={"apikey": publishable_key},
            storage_key=storage_key(url),
            storage=_Storage(store),
            flow_type="pkce",
            persist_session=True,
            auto_refresh_token=False,
            http_client=http,
        )
        yield Social(auth, store)


def describe_sign_in(social_session: Session) -> OAuthCallback:
    """Return the request for `auth/oauth/callback` that reports a signed-in event.

    Raises:
        SocialError: `unknown`: the social session has no identity of Google or GitHub.
    """
    identities = sorted(
        social_session.user.identities or [],
        key=lambda identity: (identity.last_sign_in_at or identity.created_at).timestamp(),
    )
    if not identities:
        raise SocialError("unknown", "the social session has no identity")
    latest = identities[-1]
    try:
        return OAuthCallback.model_validate(
            {
                "userId": social_session.user.id,
                "provider": latest.provider,
                "userMetadata": {**latest.identity_data, "provider_id": latest.id},
                "accessToken": social_session.access_token,
            }
        )
    except ValidationError as error:
        raise SocialError("unknown", "the social session cannot be described") from error


class _Storage(AsyncSupportedStorage):
    """Gives the official client access to a `SocialStore`."""

    def __init__(self, store: SocialStore) -> None:
        self._store = store

    async def get_item(self, key: str) -> str | None:
        return getattr(self._store, _field(key)) or None

    async def set_item(self, key: str, value: str) -> None:
        setattr(self._store, _field(key), value)

    async def remove_item(self, key: str) -> None:
        await self.set_item(key, "")


def _field(key: str) -> str:
    return "verifier" if key.endswith(_VERIFIER) else "session"


_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


@asynccontextmanager
async def sole_use(verifier: str) -> AsyncIterator[None]:
    """Let only one tab of a browser use its verifier at a time, as Supabase's client does in browsers."""
    lock = _locks.setdefault(verifier, asyncio.Lock())
    try:
        async with asyncio.timeout(LOCK_SECONDS):
            await lock.acquire()
    except TimeoutError:
        raise LockAcquireTimeout from None
    try:
        yield
    finally:
        lock.release()


def _social_error(error: AuthError | ValidationError) -> SocialError:
    if isinstance(error, AuthRetryableError):
        return SocialError("unreachable", str(error))
    code = getattr(error, "code", None)
    # A validation error's text would contain the social session with its tokens.
    message = "the answer is malformed" if isinstance(error, ValidationError) else str(error)
    return SocialError(code or "unknown", message)
