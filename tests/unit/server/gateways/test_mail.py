"""SMTP with a real server: encryption, sign-in, refusals, and the mail as it arrives."""

import asyncio
import socket
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import getaddresses
from uuid import UUID

import pytest
from aiosmtpd.smtp import SMTP
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.smtp import SENDER, Certificates, MailServer, make_certificates
from webdev_certs.server.domain.mail import Message
from webdev_certs.server.gateways.mail import MailRefused, MailUnavailable, SmtpMailer

ID = UUID("11111111-2222-3333-4444-555555555555")
WRITTEN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
TO_ADA = Message("ada@example.com", "Grüße 👋", "Text für Ada\n", "<p>HTML für Ada</p>\n")


def to(recipient: str) -> Message:
    return Message(recipient, "Subject", "Text", "<p>HTML</p>")


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return make_certificates(tmp_path_factory.mktemp("tls"))


# What arrives


async def test_a_mail_arrives_as_text_and_as_html_with_its_headers():
    """They name the sender and the time, and stop automatic replies."""
    async with MailServer() as server:
        await server.mailer().send(TO_ADA, ID, WRITTEN)
    (taken,) = server.taken
    mail = taken.mail
    assert (taken.sender, taken.recipients) == (SENDER, ["ada@example.com"])
    assert mail.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert (taken.body("plain"), taken.body("html")) == (TO_ADA.text, TO_ADA.html)
    assert mail["From"] == f"WebDev Certs <{SENDER}>"
    assert mail["To"] == "ada@example.com"
    assert mail["Subject"] == "Grüße 👋"
    assert mail["Date"].datetime == WRITTEN
    assert mail["Message-ID"] == f"<{ID}@certs.example>"
    assert mail["Auto-Submitted"] == "auto-generated"


async def test_answers_go_where_the_mail_says():
    async with MailServer() as server:
        await server.mailer().send(replace(TO_ADA, reply_to="grace@bücher.example"), ID, WRITTEN)
        # The mail server need not take emails beyond ASCII for this.
        await server.mailer().send(replace(TO_ADA, reply_to="jürgen@example.com"), ID, WRITTEN)
        await server.mailer().send(TO_ADA, ID, WRITTEN)
    assert [taken.mail["Reply-To"] for taken in server.taken] == [
        "grace@xn--bcher-kva.example",
        None,
        None,
    ]


UNSUBSCRIBE = f"https://certs.example/api/mails/unsubscribe?token=practice.{'x' * 43}"


async def test_a_mail_that_can_be_switched_off_says_how_in_one_click():
    """RFC 8058; without an `encoded word`, which is no URL, however long it is."""
    async with MailServer() as server:
        message = replace(TO_ADA, unsubscribe=UNSUBSCRIBE)
        await server.mailer().send(message, ID, WRITTEN)
        await server.mailer(unsubscribe_email="leave@bücher.example").send(message, ID, WRITTEN)
        await server.mailer().send(TO_ADA, ID, WRITTEN)
    alone, both, without = (taken.mail for taken in server.taken)
    assert alone["List-Unsubscribe"] == f"<{UNSUBSCRIBE}>"
    mailto = f"mailto:leave@xn--bcher-kva.example?subject=unsubscribe%20practice.{'x' * 43}"
    assert both["List-Unsubscribe"] == f"<{UNSUBSCRIBE}>, <{mailto}>"
    assert alone["List-Unsubscribe-Post"] == both["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert without["List-Unsubscribe"] is without["List-Unsubscribe-Post"] is None


@pytest.mark.parametrize(
    "url",
    ["mailto:eve@evil.example", "https://a.example>,<https://b.example", "https://a.example/\r\nBcc: eve"],
)
def test_the_way_to_unsubscribe_is_one_url(url: str):
    with pytest.raises(ValueError, match="unsubscribed"):
        replace(TO_ADA, unsubscribe=url)


NAMES = {
    *("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type"),
}
NASTY = st.sampled_from(
    ["\r\n", "\n", "\r", "\x85", "\u2028", "\x0b", "\x00", "Bcc: eve@evil.example", ": ", "=?"]
)
TEXTS = st.lists(st.one_of(st.text(max_size=40), NASTY), max_size=8).map("".join)
# Long words and encoded words are folded, which is where Python's library has had its faults.
LINES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=300)
LOCAL_PARTS = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=30)


@settings(max_examples=100, deadline=None)
@given(subject=TEXTS | LINES, text=TEXTS, local_part=TEXTS | LOCAL_PARTS)
@example(subject="x" * 300, text="", local_part="ada")
@example(subject="ü" * 300, text=".\r\n.", local_part="jürgen")
async def test_no_text_becomes_a_header_or_a_recipient(subject: str, text: str, local_part: str):
    try:
        email, text = f"{local_part}@example.com", text.encode(errors="replace").decode()
        message = Message(email, subject, text, "<p>", reply_to=email)
    except ValueError:
        return
    async with MailServer(enable_SMTPUTF8=True) as server:
        await server.mailer().send(message, ID, WRITTEN)
    (taken,) = server.taken
    assert taken.recipients == [message.recipient]
    assert set(taken.mail.keys()) == NAMES | {"Reply-To"}
    assert len(taken.mail.keys()) == len(NAMES) + 1
    for name in ("To", "Reply-To"):
        assert [email for _, email in getaddresses([str(taken.mail[name])])] == [message.recipient]


@pytest.mark.parametrize(
    "recipient",
    [
        "ada@example.com\r\nBcc: eve@evil.example",
        "ada@example.com\nRCPT TO:<eve@evil.example>",
        "ada@example.com>, <eve@evil.example",
        "ada@example.com,eve@evil.example",
        "ada@example.com SIZE=1",
        "ada@example.com\x00",
        "Ada <ada@example.com>",
        '"ada"@example.com',
        "ada@example.com@evil.example",
        "ada",
        "@example.com",
        "ada@",
        "",
    ],
)
def test_a_recipient_that_is_not_one_email_is_refused(recipient: str):
    with pytest.raises(ValueError, match="mail"):
        to(recipient)
    if recipient:
        with pytest.raises(ValueError, match="mail"):
            replace(TO_ADA, reply_to=recipient)


@pytest.mark.parametrize("break_", ["\r\n", "\n", "\r", "\x00", "\x85", "\u2028", "\u2029", "\x1c", "\ud800"])
def test_a_subject_with_a_line_break_is_refused(break_: str):
    with pytest.raises(ValueError, match="one line"):
        Message("ada@example.com", f"Hello{break_}Bcc: eve@evil.example", "", "")


# Emails beyond ASCII


async def test_a_domain_beyond_ascii_is_sent_in_its_dns_form():
    async with MailServer() as server:
        await server.mailer(sender="no-reply@bücher.example").send(to("ada@straße.example"), ID, WRITTEN)
    (taken,) = server.taken
    assert taken.sender == "no-reply@xn--bcher-kva.example"
    assert taken.recipients == ["ada@xn--strae-oqa.example"]
    assert taken.mail["Message-ID"].endswith("@xn--bcher-kva.example>")


async def test_a_local_part_beyond_ascii_needs_a_server_with_smtputf8():
    message = to("jürgen@bücher.example")
    async with MailServer(enable_SMTPUTF8=True) as server:
        await server.mailer().send(message, ID, WRITTEN)
        assert server.taken[0].recipients == ["jürgen@xn--bcher-kva.example"]
        assert str(server.taken[0].mail["To"]) == "jürgen@xn--bcher-kva.example"
    async with MailServer() as server:
        with pytest.raises(MailRefused) as refusal:
            await server.mailer().send(message, ID, WRITTEN)
    assert (refusal.value.code, server.taken) == ("no SMTPUTF8", [])


# Refusals


@pytest.mark.parametrize(
    ("command", "answer", "error", "code"),
    [
        ("RCPT", "550 5.1.1 <ada@example.com> is unknown", MailRefused, "550 5.1.1"),
        ("RCPT", "550 no such user ada@example.com", MailRefused, "550"),
        ("RCPT", "450 4.2.0 <ada@example.com> is greylisted", MailUnavailable, "450 4.2.0"),
        ("RCPT", "421 4.7.0 too many connections", MailUnavailable, "421 4.7.0"),
        ("DATA", "554 5.7.1 spam for ada@example.com", MailRefused, "554 5.7.1"),
        ("DATA", "452 4.3.1 no space", MailUnavailable, "452 4.3.1"),
        ("MAIL", "550 5.7.60 not your address", MailUnavailable, "550 5.7.60"),
        ("MAIL", "451 4.3.0 later", MailUnavailable, "451 4.3.0"),
    ],
)
async def test_permanent_refusals_are_distinguished_from_temporary_ones(
    command: str, answer: str, error: type[Exception], code: str
):
    async with MailServer() as server:
        server.answers[command].append(answer)
        with pytest.raises(error) as refusal:
            await server.mailer().send(TO_ADA, ID, WRITTEN)
    assert isinstance(refusal.value, MailRefused | MailUnavailable)
    assert refusal.value.code == str(refusal.value) == code
    assert server.taken == []


async def test_a_server_that_is_not_there():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        mailer = SmtpMailer("127.0.0.1", probe.getsockname()[1], security="none", sender=SENDER)
        with pytest.raises(MailUnavailable):
            await mailer.send(TO_ADA, ID, WRITTEN)


async def test_a_server_that_says_nothing():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        mailer = SmtpMailer(
            "127.0.0.1", silent.getsockname()[1], security="none", sender=SENDER, answer_seconds=0.1
        )
        with pytest.raises(MailUnavailable):
            await mailer.send(TO_ADA, ID, WRITTEN)


async def test_a_connection_that_breaks_before_the_answer():
    async with MailServer() as server:
        server.opened.clear()
        sending = asyncio.create_task(server.mailer().send(TO_ADA, ID, WRITTEN))
        await server.arrived.wait()
        server.drop_connections()
        with pytest.raises(MailUnavailable):
            await sending


async def test_a_taken_mail_counts_as_sent_whatever_follows(monkeypatch: pytest.MonkeyPatch):
    async def hang_up(smtp: SMTP, _argument: str) -> None:
        assert isinstance(smtp.transport, asyncio.WriteTransport)
        smtp.transport.abort()

    monkeypatch.setattr(SMTP, "smtp_QUIT", hang_up)
    async with MailServer() as server:
        await server.mailer().send(TO_ADA, ID, WRITTEN)
    assert len(server.taken) == 1
