"""Bearer authentication of the UI tier's requests, refreshed once on a 401 (specification §4 and §6)."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Protocol
from weakref import WeakValueDictionary

import httpx
from pydantic import ValidationError

from webdev_certs.ui.client.errors import ApiError
from webdev_certs.schemas.auth import RefreshResponse

EXEMPT_PATHS = (
    "/auth/login",
    "/auth/register",
    "/auth/refresh",
    "/auth/forgot-password",
    "/auth/reset-password",
    "/auth/oauth/callback",
)
"""Requests whose path contains one of these carry no bearer, and their 401 is final."""

NO_REFRESH_TOKEN = "No refresh token available"


class TokenStore(Protocol):
    """Where a browser's tokens are kept."""

    @property
    def access_token(self) -> str: ...

    @property
    def refresh_token(self) -> str: ...

    def store_access_token(self, token: str) -> None:
        """Keeps a refreshed access token; nothing else changes."""
        ...

    def sign_out(self) -> None:
        """Forgets everything stored; the caller's error goes on to whoever asked."""
        ...


class _Refresh:
    """The refreshing of one refresh token: whoever comes first asks, the others take what it brought."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.access_token = ""
        self.has_failed = False
        self.refusal: httpx.Response | None = None
        """What a failed one was answered; None if nothing."""

    def failure(self) -> ApiError:
        """Why it has failed; an exception of their own for each who waited."""
        return ApiError.from_response(self.refusal) if self.refusal else ApiError.unreachable()


# Shared by all requests of the process, so that the tabs of one browser refresh together.
_refreshes: WeakValueDictionary[str, _Refresh] = WeakValueDictionary()


class BearerAuth(httpx.Auth):
    """Adds the access token; on a 401 of a non-auth request refreshes once and repeats the request.

    Raises (out of the request it authenticates):
        ApiError: the refresh failed, be it refused or without an answer (`unreachable`), or there was no
            refresh token; the store has been signed out.
    """

    def __init__(self, tokens: TokenStore, refresh_url: httpx.URL, http: httpx.AsyncClient) -> None:
        self._tokens = tokens
        self._refresh_url = refresh_url
        self._http = http

    async def async_auth_flow(self, request: httpx.Request) -> AsyncGenerator[httpx.Request, httpx.Response]:
        # As sent: in the decoded path, an id could read like one of these.
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
            self._tokens.sign_out()
            raise ApiError(401, "no_refresh_token", NO_REFRESH_TOKEN)
        if self._tokens.access_token == rejected:
            refresh = _refreshes.setdefault(refresh_token, _Refresh())
            # An answer that is not read keeps its connection, and the refresh needs one.
            await response.aread()
            async with refresh.lock:
                if refresh.access_token in ("", rejected) and not refresh.has_failed:
                    await self._ask(refresh, self._refresh_request(refresh_token, request))
            if refresh.has_failed:
                self._tokens.sign_out()
                raise refresh.failure()
            self._tokens.store_access_token(refresh.access_token)
        # Otherwise another request has stored a new one since this one was sent.
        request.headers["Authorization"] = f"Bearer {self._tokens.access_token}"
        yield request

    async def _ask(self, refresh: _Refresh, request: httpx.Request) -> None:
        # Not handed to httpx by `yield`, which would not tell us that there was no answer.
        try:
            response = await self._http.send(request)
        except httpx.RequestError:
            refresh.has_failed = True
            return
        refresh.access_token = _new_token(response)
        if not refresh.access_token:
            refresh.has_failed, refresh.refusal = True, response

    def _refresh_request(self, refresh_token: str, rejected: httpx.Request) -> httpx.Request:
        address = rejected.headers.get("X-Forwarded-For")
        return httpx.Request(
            "POST",
            self._refresh_url,
            json={"refresh_token": refresh_token},
            headers={"X-Forwarded-For": address} if address else None,
            # Waited for as long as the request that needs it.
            extensions=rejected.extensions,
        )


def _new_token(response: httpx.Response) -> str:
    """The access token that a refresh has brought; empty when it has failed."""
    if response.status_code != httpx.codes.OK:
        return ""
    try:
        return RefreshResponse.model_validate_json(response.content).access_token
    except ValidationError:
        return ""
