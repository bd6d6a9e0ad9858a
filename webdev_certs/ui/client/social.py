"""The UI tier's way to Supabase Auth: the official client, one for each browser (specification §4, §9)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from ssl import SSLContext
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

import httpx
from pydantic import ValidationError
from supabase_auth import AsyncGoTrueClient, AsyncSupportedStorage
from supabase_auth.errors import AuthError, AuthRetryableError
from supabase_auth.types import Session

from webdev_certs.schemas.social import OAuthCallback, Provider

Event = tuple[str, Session | None]
"""What happened (`SIGNED_IN`, `SIGNED_OUT`, …), and the session that came of it."""

LOCK_SECONDS = 10.0
"""How long one tab waits for another that uses the same verifier."""
_TIMEOUT_SECONDS = 10
_VERIFIER = "-code-verifier"


class SocialError(Exception):
    """Social sign-in failed.

    Attributes:
        code: Supabase's own, e.g. `bad_code_verifier`; `no_verifier` when this browser has started nothing;
            `unreachable` without an answer; `unknown` for anything else.
    """

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code


class LockAcquireTimeout(Exception):
    """Another tab of the same browser has been at it for too long."""


@dataclass
class SocialStore:
    """What one browser keeps for the client; an empty text is nothing.

    Attributes:
        session: under `storage_key`, serialised.
        verifier: under `verifier_key`. Behind a slash, which no verifier has (RFC 7636, section 4.1), it says
            what the sign-in is for; the official clients read it so, and it ends with the verifier.
    """

    session: str = ""
    verifier: str = ""

    @property
    def purpose(self) -> str:
        """What the sign-in that is under way is for; empty for signing in."""
        return self.verifier.partition("/")[2]


def storage_key(url: str) -> str:
    """`sb-<ref>-auth-token`: the reference is the first part of the project's host."""
    return f"sb-{(urlsplit(url).hostname or '').split('.')[0]}-auth-token"


def verifier_key(url: str) -> str:
    """Where the PKCE verifier (RFC 7636) is kept until the provider has sent the person back."""
    return storage_key(url) + _VERIFIER


class Social:
    """Social sign-in on behalf of one browser. Use `connect_social`, which closes it."""

    def __init__(self, auth: AsyncGoTrueClient, store: SocialStore) -> None:
        self._auth = auth
        self._store = store
        self.events: list[Event] = []
        auth.on_auth_state_change(lambda event, session: self.events.append((event, session)))

    async def start(self, provider: Provider, return_to: str, purpose: str = "") -> str:
        """Keeps a new verifier, and what for; returns the provider's address to go to.

        Raises:
            SocialError: it cannot be started.
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
        """Exchanges the code that the provider sent the person back with; returns what has happened.

        A code can be exchanged only with the verifier of the browser that asked for it: following a link
        signs nobody in to another's account.

        Raises:
            SocialError: `no_verifier`, or why Supabase refuses.
            LockAcquireTimeout: another tab does the same and does not come to an end.
        """
        if not self._store.verifier:
            raise SocialError("no_verifier")
        async with sole_use(self._store.verifier):
            try:
                # Without a verifier among the parameters it is read from the store, and removed when spent.
                await self._auth.exchange_code_for_session({"auth_code": code})
            except (AuthError, ValidationError) as error:
                raise _social_error(error) from error
        return self.events

    async def sign_out(self) -> list[Event]:
        """Forgets the session here, then has Supabase end it; returns what has happened.

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
    """Supabase Auth on behalf of the browser whose storage this is.

    Raises:
        SocialError: `social_not_configured`: there is no project.
    """
    if not url:
        raise SocialError("social_not_configured")
    # Nothing of it is shared, cookies included: one client for several people would cross their sessions.
    async with httpx.AsyncClient(verify=_tls(), timeout=_TIMEOUT_SECONDS) as http:
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


def describe_sign_in(session: Session) -> OAuthCallback:
    """The signed-in event in the words of `auth/oauth/callback`.

    Raises:
        SocialError: `unknown`: the session knows no identity of Google or GitHub.
    """
    identities = sorted(
        session.user.identities or [],
        key=lambda identity: (identity.last_sign_in_at or identity.created_at).timestamp(),
    )
    if not identities:
        raise SocialError("unknown", "the session has no identity")
    latest = identities[-1]
    try:
        return OAuthCallback.model_validate(
            {
                "userId": session.user.id,
                "provider": latest.provider,
                "userMetadata": {**latest.identity_data, "provider_id": latest.id},
                "accessToken": session.access_token,
            }
        )
    except ValidationError as error:
        raise SocialError("unknown", "the session cannot be described") from error


class _Storage(AsyncSupportedStorage):
    """A browser's storage as the official client wants it."""

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
    """Lets one tab of a browser at a time use its verifier, as Supabase's own client does in browsers."""
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


@cache
def _tls() -> SSLContext:
    # Reading the certificates takes longer than a request; they are the same for everybody.
    return httpx.create_ssl_context()


def _social_error(error: AuthError | ValidationError) -> SocialError:
    if isinstance(error, AuthRetryableError):
        return SocialError("unreachable", str(error))
    code = getattr(error, "code", None)
    # A validation error would repeat the session, tokens and all.
    message = "the answer is not understood" if isinstance(error, ValidationError) else str(error)
    return SocialError(code or "unknown", message)
