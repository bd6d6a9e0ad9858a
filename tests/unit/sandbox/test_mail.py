"""The mail sandbox: it receives mails over SMTP and shows them as pages and JSON."""

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from tests.conftest import FakeClock
from webdev_certs.sandbox.mail import MailSandbox, mailbox
from webdev_certs.server.domain.mail import Message
from webdev_certs.server.gateways.mail import SmtpMailer
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.settings import Settings

LINK = "https://certs.example/auth/confirm#token=a&b=c"
CONFIRM = write_mail(
    Settings.model_construct(public_url="https://certs.example"),
    "confirm_email",
    Recipient("ada@example.com", "Ada", "en"),
    token="a&b=c",
    hours=24,
)
PREFIX = "/sandbox/mail"
MARKUP = "<script>alert(1)</script>"


@pytest.fixture
async def sandbox(clock: FakeClock) -> AsyncIterator[MailSandbox]:
    async with MailSandbox(None, clock=clock) as sandbox:
        yield sandbox


def visit(sandbox: MailSandbox) -> httpx.AsyncClient:
    """Return a client of the sandbox, mounted as in the product."""
    app = Starlette(routes=[Mount(PREFIX, sandbox.app)])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://certs.test")


@pytest.fixture
async def visitor(sandbox: MailSandbox) -> AsyncIterator[httpx.AsyncClient]:
    async with visit(sandbox) as visitor:
        yield visitor


async def send(sandbox: MailSandbox, message: Message = CONFIRM) -> None:
    mailer = SmtpMailer("127.0.0.1", sandbox.port, security="none", sender="no-reply@certs.example")
    await mailer.send(message, uuid4(), datetime(2026, 3, 2, 9, 0, tzinfo=UTC))


def to(recipient: str, subject: str = "Subject", text: str = "Text", html: str = "<p>HTML") -> Message:
    return Message(recipient, subject, text, html)


async def test_mails_are_returned_as_json_also_those_to_one_recipient(
    sandbox: MailSandbox, visitor: httpx.AsyncClient, clock: FakeClock
):
    await send(sandbox)
    clock.advance(minutes=1)
    await send(sandbox, to("jürgen@bücher.example", "Grüße"))
    newest, oldest = (await visitor.get(f"{PREFIX}/messages.json")).json()["messages"]
    assert (newest["id"], newest["subject"]) == (2, "Grüße")
    assert newest["recipients"] == ["jürgen@xn--bcher-kva.example"]
    assert newest["received_at"] == "2026-03-02T09:01:00+00:00"
    assert oldest["recipients"] == ["ada@example.com"]
    assert oldest["sender"] == "no-reply@certs.example"
    assert (oldest["subject"], oldest["links"]) == (CONFIRM.subject, [LINK])
    assert oldest["text"].replace("\r\n", "\n") == CONFIRM.text
    assert oldest["html"].replace("\r\n", "\n") == CONFIRM.html
    assert ["Auto-Submitted", "auto-generated"] in oldest["headers"]
    found = await visitor.get(f"{PREFIX}/messages.json", params={"to": "ada@example.com"})
    assert [mail["id"] for mail in found.json()["messages"]] == [1]


async def test_the_list_shows_and_links_the_newest_first(sandbox: MailSandbox, visitor: httpx.AsyncClient):
    empty = (await visitor.get(f"{PREFIX}/")).text
    assert re.search(r'<p id="nothing" class="card">No email yet', empty)
    await send(sandbox)
    await send(sandbox, to("bob@example.com", "Second"))
    page = (await visitor.get(f"{PREFIX}/")).text
    assert page.index("Second") < page.index(CONFIRM.subject)
    links = re.findall(r'href="([^"]+/messages/\d+)"', page)
    assert links == [f"{PREFIX}/messages/2", f"{PREFIX}/messages/1"]
    assert (await visitor.get(links[0])).status_code == 200


async def test_every_page_says_that_it_is_a_sandbox(sandbox: MailSandbox, visitor: httpx.AsyncClient):
    await send(sandbox)
    for path in ("/", "/messages/1", "/messages/99"):
        page = (await visitor.get(PREFIX + path)).text
        assert '<strong class="badge">Sandbox</strong>' in page
        assert '<html lang="en">' in page
        assert page.count("<h1>") == 1


async def test_a_mail_is_shown_as_text_with_links_and_as_html_in_a_frame(
    sandbox: MailSandbox, visitor: httpx.AsyncClient
):
    await send(sandbox)
    page = (await visitor.get(f"{PREFIX}/messages/1")).text
    assert '<a href="https://certs.example/auth/confirm#token=a&amp;b=c">' in page
    (frame,) = re.findall(r"<iframe [^>]+>", page)
    assert f'src="{PREFIX}/messages/1/html"' in frame
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in frame
    framed = await visitor.get(f"{PREFIX}/messages/1/html")
    assert '<head><base target="_blank">' in framed.text
    assert framed.text.startswith("<!doctype html>")


async def test_a_mail_in_the_frame_cannot_run_or_load_anything(
    sandbox: MailSandbox, visitor: httpx.AsyncClient
):
    await send(sandbox, to("ada@example.com", html=MARKUP))
    response = await visitor.get(f"{PREFIX}/messages/1/html")
    rules = response.headers["content-security-policy"].split("; ")
    assert "sandbox allow-popups allow-popups-to-escape-sandbox" in rules
    assert {"default-src 'none'", "frame-ancestors 'self'"} <= set(rules)
    assert not any("script-src" in rule for rule in rules)


async def test_the_content_of_a_mail_is_escaped(sandbox: MailSandbox, visitor: httpx.AsyncClient):
    await send(
        sandbox, to("ada@example.com", MARKUP, f'{MARKUP} https://x.example/"onclick=alert(1) {MARKUP}')
    )
    for path in ("/", "/messages/1"):
        response = await visitor.get(PREFIX + path)
        assert "<script>" not in response.text
        assert "&lt;script&gt;" in response.text
        assert 'href="https://x.example/"' in response.text or path == "/"
        assert "script-src 'self'" in response.headers["content-security-policy"]


@pytest.mark.parametrize(("path", "kind"), [("/mail.css", "text/css"), ("/mail.js", "text/javascript")])
async def test_the_style_sheet_and_the_script_are_served(visitor: httpx.AsyncClient, path: str, kind: str):
    response = await visitor.get(PREFIX + path)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith(kind)
    assert f"{PREFIX}{path}" in (await visitor.get(f"{PREFIX}/")).text


async def test_a_mail_that_is_not_stored_is_answered_with_410(visitor: httpx.AsyncClient):
    """Not 404, because the product redirects visits that end with 404 to its home page."""
    assert (await visitor.get(f"{PREFIX}/messages/7")).status_code == 410
    assert (await visitor.get(f"{PREFIX}/messages/7/html")).status_code == 410


async def test_only_the_last_mails_are_stored(
    sandbox: MailSandbox, visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(mailbox, "MAX_MAILS", 5)
    for number in range(8):
        await send(sandbox, to("ada@example.com", f"Number {number}"))
    mails = (await visitor.get(f"{PREFIX}/messages.json")).json()["messages"]
    assert (len(mails), mails[0]["subject"], mails[-1]["subject"]) == (5, "Number 7", "Number 3")
    assert mails[0]["id"] == 8


async def test_mails_survive_a_restart_in_a_file_only_its_owner_can_read(tmp_path: Path):
    path = tmp_path / "sandbox" / "mail.json"
    for number in (1, 2):
        async with MailSandbox(path) as sandbox:
            await send(sandbox)
            async with visit(sandbox) as visitor:
                mails = (await visitor.get(f"{PREFIX}/messages.json")).json()["messages"]
        assert [mail["id"] for mail in mails] == list(range(number, 0, -1))
        assert mails[-1]["links"] == [LINK]
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


async def test_every_sandbox_has_its_own_port_and_mails():
    async with MailSandbox(None) as one, MailSandbox(None) as other:
        assert one.port != other.port
        await send(one)
        async with visit(other) as visitor:
            assert (await visitor.get(f"{PREFIX}/messages.json")).json() == {"messages": []}
