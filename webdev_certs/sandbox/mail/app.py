"""The sandbox over HTTP: pages with the mails, and the same mails as JSON for tests."""

from dataclasses import asdict
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.mail import pages
from webdev_certs.sandbox.mail.messages import ReceivedMail
from webdev_certs.sandbox.mail.store import MailStore

_FOLDER = Path(__file__).parent
_PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# A mail cannot run scripts or load anything, and has its own origin. Its links open new tabs.
_MAIL_POLICY = (
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; "
    "img-src data:; frame-ancestors 'self'"
)


def create_app(store: MailStore) -> Starlette:
    """Create the app with the pages; it can be mounted at any path."""
    views = _Views(store)
    return Starlette(
        routes=[
            Route("/", views.inbox),
            Route("/messages.json", views.messages_json),
            Route("/messages/{mail_id:int}", views.message),
            Route("/messages/{mail_id:int}/html", views.html),
            Route("/mail.css", _file("mail.css", "text/css")),
            Route("/mail.js", _file("mail.js", "text/javascript")),
        ]
    )


class _Views:
    def __init__(self, store: MailStore) -> None:
        self._store = store

    async def inbox(self, request: Request) -> Response:
        return _page(pages.inbox(_base(request), self._store.mails))

    async def message(self, request: Request) -> Response:
        mail = self._find(request)
        if mail is None:
            # Not 404, because the product redirects visits that end with 404 to its home page.
            return _page(pages.not_found(_base(request)), 410)
        return _page(pages.message(_base(request), mail))

    async def html(self, request: Request) -> Response:
        mail = self._find(request)
        if mail is None:
            return Response(status_code=410)
        return HTMLResponse(pages.mail_html(mail), headers=_headers(_MAIL_POLICY))

    async def messages_json(self, request: Request) -> Response:
        """Return all mails, newest first; `?to=` selects those to one email."""
        to = request.query_params.get("to")
        mails = [asdict(mail) for mail in self._store.mails if to is None or to in mail.recipients]
        return JSONResponse({"messages": mails}, headers=_headers(_PAGE_POLICY))

    def _find(self, request: Request) -> ReceivedMail | None:
        return self._store.find(request.path_params["mail_id"])


def _base(request: Request) -> str:
    return request.scope["root_path"].rstrip("/")


def _page(html: str, status: int = 200) -> Response:
    return HTMLResponse(html, status, _headers(_PAGE_POLICY))


def _file(name: str, media_type: str):
    async def serve(_request: Request) -> Response:
        headers = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
        return FileResponse(_FOLDER / name, media_type=media_type, headers=headers)

    return serve


def _headers(content_policy: str) -> dict[str, str]:
    return {
        "Content-Security-Policy": content_policy,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
