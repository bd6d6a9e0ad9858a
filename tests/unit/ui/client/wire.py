"""The product's own API behind a connection that records requests and can be made to fail."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

import httpx
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.services.accounts import login_sessions
from webdev_certs.server.services.accounts.access_tokens import read_access_token
from webdev_certs.ui.client import ApiError

REFRESH = "/api/auth/refresh"
VERIFY = "/api/auth/verify"
PROBLEM = {"type": "x", "title": "Not signed in", "status": 401, "detail": "No.", "code": "no", "errors": []}
Answer = Callable[["Call"], Awaitable[ASGIApp | None]]


@dataclass(frozen=True)
class Call:
    """A request as the server received it."""

    method: str
    raw_path: str
    query: dict[str, str]
    authorization: str | None
    user_agent: str
    forwarded_for: str | None
    language: str | None
    body: bytes


class Wire:
    """ASGI around the API: records every request; `answers` can answer a path instead of the API."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.calls: list[Call] = []
        self.answers: dict[str, Answer] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        body = await request.body()
        call = Call(
            method=request.method,
            raw_path=(scope.get("raw_path") or scope["path"].encode()).decode(),
            query=dict(parse_qsl(request.url.query)),
            authorization=request.headers.get("authorization"),
            user_agent=request.headers.get("user-agent", ""),
            forwarded_for=request.headers.get("x-forwarded-for"),
            language=request.headers.get("accept-language"),
            body=body,
        )
        self.calls.append(call)
        answer = self.answers.get(call.raw_path)
        app = await answer(call) if answer else None

        async def again() -> dict[str, object]:
            return {"type": "http.request", "body": body, "more_body": False}

        await (app or self._app)(scope, again, send)

    def paths(self) -> list[str]:
        """Return the requested paths in order."""
        return [call.raw_path for call in self.calls]

    def count(self, path: str) -> int:
        """Return how often a path was requested."""
        return self.paths().count(path)

    def instead(self, path: str, answer: ASGIApp) -> None:
        """Answer a path with a Starlette response instead of the API's."""

        async def always(_call: Call) -> ASGIApp:
            return answer

        self.answers[path] = always


class Line(httpx.AsyncBaseTransport):
    """The transport to the server; once cut, it fails like a network."""

    def __init__(self, transport: httpx.AsyncBaseTransport) -> None:
        self._transport = transport
        self.requests: list[httpx.Request] = []
        self.cut = False
        self.cut_after: str | None = None
        """Let requests to a path arrive, but lose their answers."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if self.cut:
            raise httpx.ConnectError("the line is cut")
        response = await self._transport.handle_async_request(request)
        if self.cut_after and request.url.path.endswith(self.cut_after):
            raise httpx.ReadTimeout("the answer was lost")
        return response


@dataclass
class Tokens:
    """A browser's tokens, as the client's `TokenStore`."""

    access_token: str = ""
    refresh_token: str = ""
    signed_out: int = 0
    reconnecting: list[bool] = field(default_factory=list)
    """What the user was told, in order."""

    async def store_access_token(self, token: str) -> None:
        self.access_token = token

    async def sign_out(self, reason: ApiError) -> None:
        self.access_token = self.refresh_token = ""
        self.signed_out += 1

    async def show_reconnecting(self, shown: bool) -> None:
        self.reconnecting.append(shown)


async def end_login_session(resources: Resources, account: Account) -> None:
    """End the account's login session on the server, without telling the browser."""
    now = resources.clock()
    claims = read_access_token(resources.signing_key, resources.settings, account.access_token, now)
    async with resources.database.transaction() as db:
        await login_sessions.end_login_session(db, claims.login_session_id, now)
