"""The language of the sentences in an answer."""

from starlette.types import ASGIApp, Receive, Scope, Send

from webdev_certs.shared.translation import accepted_language, set_language

_HEADER = b"accept-language"


class AnswerLanguage:
    """ASGI middleware that sets the language that a request asks for (Accept-Language)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            accepted = next((value for name, value in scope["headers"] if name == _HEADER), b"")
            set_language(accepted_language(accepted.decode("latin-1")))
        await self._app(scope, receive, send)
