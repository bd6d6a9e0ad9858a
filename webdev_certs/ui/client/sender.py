"""Send calls to the API: to which server, over which transport, for which browser."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError

from webdev_certs.shared.translation import _, current_language
from webdev_certs.ui.client.errors import ApiError
from webdev_certs.ui.client.refresh_after_401 import REFRESH_PAUSES, BearerAuth, TokenStore

T = TypeVar("T")

_TIMEOUT = {"timeout": httpx.Timeout(15).as_dict()}
_SLOW_TIMEOUT = {"timeout": httpx.Timeout(15, read=180).as_dict()}
"""For answers of a language model. The API itself limits how long they take to begin and to go on."""
_adapters: dict[Any, TypeAdapter[Any]] = {}


class _NoCookies(httpx.Cookies):
    """A cookie jar that stays empty."""

    def extract_cookies(self, response: httpx.Response) -> None:
        pass


class _Client(httpx.AsyncClient):
    """Keeps no cookies: the API sets none, and looking for them takes time at every answer."""

    @httpx.AsyncClient.cookies.getter
    def cookies(self) -> httpx.Cookies:
        return _NoCookies()


@dataclass(frozen=True)
class Page(Generic[T]):
    """Rows of a list, and the cursor of the next page; empty if this is the last one."""

    rows: list[T]
    following: str


@dataclass(frozen=True)
class Server:
    """The API's URL, and the HTTP client for it."""

    origin: str
    refresh_url: httpx.URL
    http: httpx.AsyncClient
    refresh_pauses: Sequence[float]


current_server: Server | None = None
"""Set by `use_transport`."""


def use_transport(
    origin: str,
    transport: httpx.AsyncBaseTransport | None = None,
    *,
    refresh_pauses: Sequence[float] = REFRESH_PAUSES,
) -> None:
    """Choose the server.

    Args:
        origin: The server's origin.
        transport: An in-process transport; without one, the server is reached over the network.
        refresh_pauses: Seconds between the tries of a refresh that gets no proper answer.
    """
    global current_server
    refresh_url = httpx.URL(f"{origin}/api/auth/refresh")
    current_server = Server(origin, refresh_url, _Client(transport=transport), refresh_pauses)


class Sender:
    """Sends calls for one browser; takes its tokens, its User-Agent header and its IP address."""

    def __init__(self, tokens: TokenStore, user_agent: str = "", ip: str = "") -> None:
        if current_server is None:
            raise RuntimeError("use_transport() has not been called")
        self._server = current_server
        # Forwarded as a proxy does, because the API would see the UI tier as the only caller otherwise.
        forwarded = {
            b"User-Agent": user_agent,
            b"X-Forwarded-For": ip,
            # The tab shows the API's sentences, so they have to be in its language.
            b"Accept-Language": current_language(),
        }
        # As bytes, because httpx refuses text beyond ASCII here.
        self._headers = {name: value.encode() for name, value in forwarded.items() if value}
        self._auth = BearerAuth(
            tokens, current_server.refresh_url, current_server.http, current_server.refresh_pauses
        )

    async def send(
        self,
        method: str,
        path: str,
        kind: type[T],
        body: BaseModel | None = None,
        *,
        bearer: bool = True,
        slow: bool = False,
    ) -> T:
        """Return the answer, parsed as `kind`.

        Raises:
            ApiError: A refusal, no answer, or one that does not parse.
        """
        return parse(await self._sent(method, path, body, bearer=bearer, slow=slow), kind)

    async def page(self, path: str, kind: type[T], query: Mapping[str, str] | None = None) -> Page[T]:
        """Return one page of a list.

        Args:
            path: The path of the list.
            kind: What its rows are parsed as.
            query: Which rows; `after` is the cursor of the page before.

        Raises:
            ApiError: As `send`.
        """
        asked = urlencode({name: value for name, value in (query or {}).items() if value})
        response = await self.request("GET", f"{path}?{asked}" if asked else path)
        try:
            rows = _adapter(list[kind]).validate_json(response.content)
        except ValidationError:
            raise ApiError.from_response(response) from None
        link = response.links.get("next", {}).get("url", "")
        return Page(rows, "".join(parse_qs(urlsplit(link).query).get("after", [])))

    async def lines(self, method: str, path: str, kind: type[T], body: BaseModel) -> AsyncGenerator[T, None]:
        """Yield the lines of a streamed answer as they come, parsed as `kind`; stop reading to stop it.

        Raises:
            ApiError: A refusal, no answer, or one that breaks off.
        """
        response = await self._sent(method, path, body, stream=True)
        try:
            async for line in response.aiter_lines():
                yield _adapter(kind).validate_json(line)
        except (httpx.RequestError, ValidationError):
            raise ApiError.unreachable() from None
        finally:
            await response.aclose()

    async def request(
        self, method: str, path: str, body: BaseModel | None = None, *, bearer: bool = True
    ) -> httpx.Response:
        """Return the answer as received.

        Raises:
            ApiError: A refusal, or no answer.
        """
        return await self._sent(method, path, body, bearer=bearer)

    async def _sent(
        self,
        method: str,
        path: str,
        body: BaseModel | None,
        *,
        bearer: bool = True,
        slow: bool = False,
        stream: bool = False,
    ) -> httpx.Response:
        content = None if body is None else body.model_dump_json(exclude_none=True)
        headers = {**self._headers, b"Content-Type": b"application/json"} if content else self._headers
        try:
            # Built here, because the client would merge its defaults into every request, which takes time.
            url = _parsed_url(self._server.origin + path)
            extensions = _SLOW_TIMEOUT if slow or stream else _TIMEOUT
            request = httpx.Request(method, url, headers=headers, content=content, extensions=extensions)
            auth = self._auth if bearer else None
            response = await self._server.http.send(request, auth=auth, stream=stream)
            if stream and not response.is_success:
                await response.aread()
        except httpx.RequestError:
            raise ApiError.unreachable() from None
        except httpx.InvalidURL:
            raise ApiError(414, "http_414", _("This URL is too long.")) from None
        if not response.is_success:
            raise ApiError.from_response(response)
        return response


def parse(response: httpx.Response, kind: type[T]) -> T:
    """Return an answer, parsed as `kind`.

    Raises:
        ApiError: The answer does not parse.
    """
    try:
        return _adapter(kind).validate_json(response.content)
    except ValidationError:
        raise ApiError.from_response(response) from None


@lru_cache(maxsize=1024)
def _parsed_url(url: str) -> httpx.URL:
    # Cached, because parsing a URL takes a tenth of the time in which an answer is saved, and all answers to
    # one question have the same URL.
    return httpx.URL(url)


def _adapter(kind: type[T]) -> TypeAdapter[T]:
    # Cached, because building an adapter costs more than using it.
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


def segment(value: str) -> str:
    """Return a value as one segment of a path. Values come from the browser's URL, so they are escaped."""
    return quote(value, safe="").replace(".", "%2E") or "-"
