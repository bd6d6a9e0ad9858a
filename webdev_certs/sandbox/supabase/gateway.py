"""The gateway in front of Supabase Auth, which requires an API key as the hosted product does."""

from starlette.datastructures import Headers, QueryParams
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_OPEN = ("/auth/v1/authorize", "/auth/v1/callback", "/auth/v1/.well-known/jwks.json")
"""Paths that browsers and token verifiers request without a key."""

_REFUSAL = {
    "message": "No API key found in request",
    "hint": "No `apikey` request header or url param was found.",
}


class Gateway:
    """ASGI middleware that requires an API key; any key is accepted, because there is only one project."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self._is_allowed(scope):
            await self._app(scope, receive, send)
        else:
            await JSONResponse(_REFUSAL, 401)(scope, receive, send)

    @staticmethod
    def _is_allowed(scope: Scope) -> bool:
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        if not path.startswith("/auth/v1/") or path in _OPEN:
            return True
        return bool(Headers(scope=scope).get("apikey") or QueryParams(scope["query_string"]).get("apikey"))
