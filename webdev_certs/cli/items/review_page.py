"""The page of `webdev-certs items review --page`: one draft at a time, served to this machine only."""

import secrets
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any
from urllib.parse import parse_qs

from webdev_certs.authoring.drafting.folder import Draft, ReviewFolder, as_yaml
from webdev_certs.cli.items.preview import key_texts, page_environment, page_tokens

_LONGEST = 10_000
"""Bytes of a form."""


class ReviewServer(ThreadingHTTPServer):
    """Serves the drafts on loopback.

    Other pages in the same browser can send forms here too, so each form holds a secret, and requests must
    name the host of this page.
    """

    def __init__(self, folder: ReviewFolder, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.folder = folder
        self.secret = secrets.token_urlsafe()
        self.deciding = Lock()

    @property
    def host(self) -> str:
        """The host that browsers name."""
        return f"127.0.0.1:{self.server_port}"

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{self.host}/"


class _Handler(BaseHTTPRequestHandler):
    server: ReviewServer  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_GET(self) -> None:
        if self._is_foreign():
            return
        drafts = self.server.folder.drafts()
        wanted = self.path.strip("/")
        draft = next((each for each in drafts if each.id == wanted), drafts[0] if drafts else None)
        self._send(200, _render(draft, [each.id for each in drafts], self.server.secret))

    def do_POST(self) -> None:
        if self._is_foreign():
            return
        length = self.headers.get("Content-Length") or ""
        if not (length.isascii() and length.isdecimal()) or int(length) > _LONGEST:
            self._send(400, "This is not a form of this page.")
            return
        text = self.rfile.read(int(length)).decode(errors="replace")
        form = {name: values[0] for name, values in parse_qs(text).items()}
        if not secrets.compare_digest(form.get("secret", "").encode(), self.server.secret.encode()):
            self._send(403, "This form is not from this page.")
            return
        # One decision at a time: a form that is sent twice finds the draft decided.
        with self.server.deciding:
            self._decide(form)

    def _decide(self, form: Mapping[str, str]) -> None:
        draft = next((each for each in self.server.folder.drafts() if each.id == form.get("id")), None)
        if draft is None:
            self._send(404, "There is no such draft.")
        elif form.get("choice") == "accept" and draft.passed:
            try:
                self.server.folder.accept(draft)
            except ValueError as fault:
                self._send(409, f"The draft still waits: {fault}")
            else:
                self._go_back()
        elif form.get("choice") == "refuse" and form.get("reason", "").strip():
            self.server.folder.refuse(draft, " ".join(form["reason"].split()))
            self._go_back()
        else:
            self._send(400, "Accept a draft that has passed its gates, or refuse it with a reason.")

    def _go_back(self) -> None:
        self.send_response(303)
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _is_foreign(self) -> bool:
        """Refuse a request that another page has led here by a name of its own."""
        if self.headers.get("Host") == self.server.host:
            return False
        self._send(403, "This page has another address.")
        return True

    def _send(self, status: int, text: str) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8" if status == 200 else "text/plain")
        self.send_header("Content-Length", str(len(data)))
        # Nothing that a draft contains may load or run anything, or send a form elsewhere.
        policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
        self.send_header("Content-Security-Policy", policy)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def _render(draft: Draft | None, ids: list[str], secret: str) -> str:
    """Return the page of a draft, or one that says that there is none."""
    shown = draft.instances() if draft else []
    keys = [key_texts(item) for item in shown]
    return (
        page_environment()
        .get_template("review.html")
        .render(
            draft=draft,
            family=as_yaml(draft.family) if draft else "",
            ids=ids,
            secret=secret,
            instances=list(zip(shown, keys, strict=True)),
            changes=draft.difference() if draft else [],
            acceptable=draft is not None and draft.passed,
            tokens=page_tokens(),
        )
    )
