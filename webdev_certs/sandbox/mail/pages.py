"""The pages of the sandbox, and the same mails as JSON for tests."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from html import escape
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.mail.mailbox import LINK, MailStore, ReceivedMail

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
        return _respond(_inbox(_base(request), self._store.mails))

    async def message(self, request: Request) -> Response:
        mail = self._find(request)
        if mail is None:
            # Not 404, because the product redirects visits that end with 404 to its home page.
            return _respond(_not_found(_base(request)), 410)
        return _respond(_message(_base(request), mail))

    async def html(self, request: Request) -> Response:
        mail = self._find(request)
        if mail is None:
            return Response(status_code=410)
        return HTMLResponse(_mail_html(mail), headers=_response_headers(_MAIL_POLICY))

    async def messages_json(self, request: Request) -> Response:
        """Return all mails, newest first; `?to=` selects those to one email."""
        to = request.query_params.get("to")
        mails = [asdict(mail) for mail in self._store.mails if to is None or to in mail.recipients]
        return JSONResponse({"messages": mails}, headers=_response_headers(_PAGE_POLICY))

    def _find(self, request: Request) -> ReceivedMail | None:
        return self._store.find(request.path_params["mail_id"])


def _base(request: Request) -> str:
    return request.scope["root_path"].rstrip("/")


def _respond(html: str, status: int = 200) -> Response:
    return HTMLResponse(html, status, _response_headers(_PAGE_POLICY))


def _file(name: str, media_type: str):
    async def serve(_request: Request) -> Response:
        headers = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
        return FileResponse(_FOLDER / name, media_type=media_type, headers=headers)

    return serve


def _response_headers(content_policy: str) -> dict[str, str]:
    return {
        "Content-Security-Policy": content_policy,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


def _inbox(base: str, mails: Sequence[ReceivedMail]) -> str:
    """Return the list of mails; a script adds new ones while the page is open."""
    rows = "\n".join(_row(base, mail) for mail in mails)
    body = f"""\
<h1>Email</h1>
<p class="lead">Emails from this development server are shown here and not delivered. Newest first.</p>
<p class="bar"><a class="button" href="{base}/">Refresh</a> <span role="status" id="news"></span></p>
<p id="nothing" class="card"{" hidden" if mails else ""}>No email yet. New ones appear here automatically.</p>
<ol id="mails" aria-label="Emails">
{rows}
</ol>
<script src="{base}/mail.js" defer></script>"""
    return _page(base, "Email", body)


def _message(base: str, mail: ReceivedMail) -> str:
    """Return the page of one mail: its HTML in a frame, and its text."""
    html = f"""\
<section aria-labelledby="html">
<h2 id="html">As HTML</h2>
<iframe src="{base}/messages/{mail.id}/html" title="The email as HTML"
 sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
</section>"""
    body = f"""\
<p><a href="{base}/">← All emails</a></p>
<h1>{escape(mail.subject) or "(no subject)"}</h1>
<dl>
<div><dt>To</dt><dd>{escape(", ".join(mail.recipients))}</dd></div>
<div><dt>From</dt><dd>{escape(mail.sender)}</dd></div>
<div><dt>Received</dt><dd>{_time(mail)}</dd></div>
</dl>
{html if mail.html else ""}
<section aria-labelledby="text">
<h2 id="text">As text</h2>
<pre class="card">{_linked(mail.text) or "(none)"}</pre>
</section>
<details>
<summary>Headers</summary>
<pre class="card">{_headers(mail)}</pre>
</details>"""
    return _page(base, mail.subject or "(no subject)", body)


def _not_found(base: str) -> str:
    """Return the page for a mail that does not exist or is no longer stored."""
    body = f"""\
<h1>This email does not exist</h1>
<p class="lead">Only the last 200 emails are stored. <a href="{base}/">All emails</a></p>"""
    return _page(base, "This email does not exist", body)


def _mail_html(mail: ReceivedMail) -> str:
    """Return the mail's HTML, changed so that its links open new tabs."""
    before, head, rest = mail.html.partition("<head>")
    return f'{before}{head}<base target="_blank">{rest}'


def _page(base: str, title: str, body: str) -> str:
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{escape(title)} – mail sandbox</title>
<link rel="stylesheet" href="{base}/mail.css">
</head>
<body>
<header><div><a href="{base}/">WebDev Certs</a> <strong class="badge">Sandbox</strong></div></header>
<main>
{body}
</main>
</body>
</html>
"""


def _row(base: str, mail: ReceivedMail) -> str:
    return f"""\
<li class="card" data-id="{mail.id}">
<a href="{base}/messages/{mail.id}">{escape(mail.subject) or "(no subject)"}</a>
<span>to {escape(", ".join(mail.recipients))}</span>
{_time(mail)}
</li>"""


def _time(mail: ReceivedMail) -> str:
    moment = datetime.fromisoformat(mail.received_at)
    return f'<time datetime="{mail.received_at}">{moment:%B} {moment.day}, {moment:%Y, %H:%M:%S} UTC</time>'


def _linked(text: str) -> str:
    """Return the text as HTML, with its URLs as links."""
    html, end = "", 0
    for match in LINK.finditer(text):
        link = escape(match[0])
        html += f'{escape(text[end : match.start()])}<a href="{link}">{link}</a>'
        end = match.end()
    return html + escape(text[end:])


def _headers(mail: ReceivedMail) -> str:
    return escape("\n".join(f"{name}: {value}" for name, value in mail.headers))
