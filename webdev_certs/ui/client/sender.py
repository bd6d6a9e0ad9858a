"""How calls get to the API: which server, over which transport, on behalf of which browser."""

from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError

from webdev_certs.ui.client.bearer import BearerAuth, TokenStore
from webdev_certs.ui.client.errors import ApiError

T = TypeVar("T")

_TIMEOUT = {"timeout": httpx.Timeout(15).as_dict()}


class _NoCookies(httpx.Cookies):
    """Stays empty."""

    def extract_cookies(self, response: httpx.Response) -> None:
        pass


class _Client(httpx.AsyncClient):
    """Keeps no cookies, as it would send none; looking for some takes a while at each answer."""

    @httpx.AsyncClient.cookies.getter
    def cookies(self) -> httpx.Cookies:
        return _NoCookies()


@dataclass(frozen=True)
class Server:
    """Where the API is, and how requests get there."""

    origin: str
    refresh_url: httpx.URL
    http: httpx.AsyncClient


_server: Server | None = None


def use_transport(origin: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
    """Says where the API is: an in-process transport, or none to speak to `origin` over the network."""
    global _server
    _server = Server(origin, httpx.URL(f"{origin}/api/auth/refresh"), _Client(transport=transport))


class Sender:
    """Sends on behalf of one browser: the one with these tokens and this name, which calls from `address`."""

    def __init__(self, tokens: TokenStore, user_agent: str = "", address: str = "") -> None:
        if _server is None:
            raise RuntimeError("use_transport() has not been called")
        self._server = _server
        # As a proxy does: otherwise the API would take all browsers for one caller, the UI tier.
        told = {b"User-Agent": user_agent, b"X-Forwarded-For": address}
        # As bytes, because httpx refuses other text than ASCII here.
        self._headers = {name: value.encode() for name, value in told.items() if value}
        self._auth = BearerAuth(tokens, _server.refresh_url, _server.http)

    async def send(
        self, method: str, path: str, kind: type[T], body: BaseModel | None = None, *, bearer: bool = True
    ) -> T:
        """The answer as `kind`.

        Raises:
            ApiError: a refusal, no answer, or one that is no `kind`.
        """
        response = await self.request(method, path, body, bearer=bearer)
        try:
            return _adapter(kind).validate_json(response.content)
        except ValidationError:
            raise ApiError.from_response(response) from None

    async def request(
        self, method: str, path: str, body: BaseModel | None = None, *, bearer: bool = True
    ) -> httpx.Response:
        """The answer as it came.

        Raises:
            ApiError: a refusal, or no answer.
        """
        content = None if body is None else body.model_dump_json(exclude_none=True)
        headers = {**self._headers, b"Content-Type": b"application/json"} if content else self._headers
        try:
            # Made here, because the client would look through its defaults for what each request may inherit.
            request = httpx.Request(
                method, self._server.origin + path, headers=headers, content=content, extensions=_TIMEOUT
            )
            response = await self._server.http.send(request, auth=self._auth if bearer else None)
        except httpx.RequestError:
            raise ApiError.unreachable() from None
        except httpx.InvalidURL:
            raise ApiError(414, "http_414", "This address is too long.") from None
        if not response.is_success:
            raise ApiError.from_response(response)
        return response


_adapters: dict[Any, TypeAdapter[Any]] = {}


def _adapter(kind: type[T]) -> TypeAdapter[T]:
    # Building an adapter costs more than using it.
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]
