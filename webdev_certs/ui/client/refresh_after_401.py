"""Bearer authentication of the UI tier's requests, with one refresh on a 401."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Protocol
from weakref import WeakValueDictionary

import httpx
from pydantic import ValidationError

from webdev_certs.schemas.auth import RefreshResponse
from webdev_certs.shared.translation import N_
from webdev_certs.ui.client.errors import ApiError

EXEMPT_PATHS = (
    "/auth/login",
    "/auth/register",
    "/auth/refresh",
    "/auth/forgot-password",
    "/auth/reset-password",
    "/auth/oauth/callback",
)
"""Requests whose path contains one of these carry no token, and their 401 is final."""

NO_REFRESH_TOKEN = N_("No refresh token available")
REFRESH_PAUSES: Sequence[float] = (1, 2, 4, 8, 15, 15, 15)
"""Seconds between the tries of a refresh that gets no proper answer: a minute in all."""
_REFRESH_SECONDS = 60


class TokenStore(Protocol):
    """Where a browser's tokens are stored."""

    @property
    def access_token(self) -> str: ...

    @property
    def refresh_token(self) -> str: ...

    async def store_access_token(self, token: str) -> None:
        """Store a refreshed access token, and nothing else."""
        ...

    async def sign_out(self, reason: ApiError) -> None:
        """Delete everything stored, because the login session cannot continue."""
        ...

    async def show_reconnecting(self, shown: bool) -> None:
        """Tell the user at once that a refresh is being tried again, or no longer."""
        ...


class _Refresh:
    """One refresh token's refresh: the first request asks, and simultaneous ones share its result."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.access_token = ""
        self.has_failed = False
        self.refusal: httpx.Response | None = None
        """The last answer that contained no token; None without an answer."""

    def failure(self) -> ApiError:
        """Return why the refresh failed, as a new exception for each request that waited."""
        return ApiError.from_response(self.refusal) if self.refusal else ApiError.unreachable()


# Shared by the whole process, so that all tabs of one browser refresh together.
_refreshes: WeakValueDictionary[str, _Refresh] = WeakValueDictionary()


class BearerAuth(httpx.Auth):
    """Adds the access token; on a 401 to a non-auth request refreshes it once and repeats the request.

    Any 4xx but 429 refuses a refresh. After any other answer, or none, it is tried again for up to a minute,
    and the request waits.

    Raises (out of the request it authenticates):
        ApiError: The refresh was refused, got no proper answer for a minute (`unreachable`, or the last
            answer's code), or there was no refresh token. The store has been signed out.
    """

    def __init__(
        self,
        tokens: TokenStore,
        refresh_url: httpx.URL,
        http: httpx.AsyncClient,
        pauses: Sequence[float] = REFRESH_PAUSES,
    ) -> None:
        self._tokens = tokens
        self._refresh_url = refresh_url
        self._http = http
        self._pauses = pauses

    async def async_auth_flow(self, request: httpx.Request) -> AsyncGenerator[httpx.Request, httpx.Response]:
        # The raw path, because an id in the decoded path could contain one of these.
        if any(path in request.url.raw_path.decode("ascii") for path in EXEMPT_PATHS):
            yield request
            return
        rejected = self._tokens.access_token
        if rejected:
            request.headers["Authorization"] = f"Bearer {rejected}"
        response = yield request
        if response.status_code != httpx.codes.UNAUTHORIZED:
            return
        refresh_token = self._tokens.refresh_token
        if not refresh_token:
            missing = ApiError(401, "no_refresh_token", NO_REFRESH_TOKEN)
            await self._tokens.sign_out(missing)
            raise missing
        if self._tokens.access_token == rejected:
            refresh = _refreshes.setdefault(refresh_token, _Refresh())
            # Reading the answer frees its connection for the refresh.
            await response.aread()
            async with refresh.lock:
                if refresh.access_token in ("", rejected) and not refresh.has_failed:
                    await self._ask(refresh, self._refresh_request(refresh_token, rejected, request))
            if refresh.has_failed:
                failure = refresh.failure()
                await self._tokens.sign_out(failure)
                raise failure
            await self._tokens.store_access_token(refresh.access_token)
        # Otherwise, another request has already stored a new token.
        request.headers["Authorization"] = f"Bearer {self._tokens.access_token}"
        yield request

    async def _ask(self, refresh: _Refresh, request: httpx.Request) -> None:
        is_waiting = False
        try:
            async with asyncio.timeout(_REFRESH_SECONDS):
                for pause in self._pauses:
                    if await self._is_answered(refresh, request):
                        break
                    if not is_waiting:
                        is_waiting = True
                        await self._tokens.show_reconnecting(True)
                    await asyncio.sleep(pause)
                else:
                    await self._is_answered(refresh, request)
        except TimeoutError:
            pass
        finally:
            if is_waiting:
                await self._tokens.show_reconnecting(False)
        refresh.has_failed = not refresh.access_token

    async def _is_answered(self, refresh: _Refresh, request: httpx.Request) -> bool:
        """Try once; return whether the answer is a token or a refusal."""
        # Sent here and not by `yield`, because httpx would not report a missing answer to this generator.
        try:
            response = await self._http.send(request)
        except httpx.RequestError:
            refresh.refusal = None
            return False
        refresh.access_token = _new_token(response)
        refresh.refusal = None if refresh.access_token else response
        return bool(refresh.access_token) or _is_refusal(response)

    def _refresh_request(
        self, refresh_token: str, access_token: str, rejected: httpx.Request
    ) -> httpx.Request:
        kept = ("X-Forwarded-For", "Accept-Language")
        return httpx.Request(
            "POST",
            self._refresh_url,
            json={"refresh_token": refresh_token, "access_token": access_token or None},
            headers={name: rejected.headers[name] for name in kept if name in rejected.headers},
            # With the same timeout as the request that needs it.
            extensions=rejected.extensions,
        )


def _is_refusal(response: httpx.Response) -> bool:
    """Return whether the token is refused for good. It is not after 429, too many calls."""
    return response.is_client_error and response.status_code != httpx.codes.TOO_MANY_REQUESTS


def _new_token(response: httpx.Response) -> str:
    """Return the access token from the answer to a refresh; empty if it failed."""
    if response.status_code != httpx.codes.OK:
        return ""
    try:
        return RefreshResponse.model_validate_json(response.content).access_token
    except ValidationError:
        return ""
