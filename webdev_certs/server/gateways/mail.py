"""Sending mails by SMTP (RFC 5321), to a submission server (RFC 6409) or a relay."""

import asyncio
import re
import ssl
from contextlib import suppress
from datetime import datetime
from email import policy
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import Policy
from typing import Literal, Protocol
from urllib.parse import quote
from uuid import UUID

import aiosmtplib
import idna
from pydantic import SecretStr

from webdev_certs.server.domain.mail import Message
from webdev_certs.shared.metrics import provider_call

Security = Literal["none", "starttls", "tls"]
_SENDER_NAME = "WebDev Certs"
# For one whole mail; without it, a server that answers each command slowly could hold a worker for hours.
_TOTAL_SECONDS = 60
_QUIT_SECONDS = 2
_ENHANCED_CODE = re.compile(r"[245]\.\d{1,3}\.\d{1,3}\b")


class _UnfoldedHeader(UnstructuredHeader, BaseHeader):
    """A header of URLs. Python would fold a long one as an encoded word, which is no URL any more."""

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type("list-unsubscribe", _UnfoldedHeader)
_SMTP, _SMTPUTF8 = (kind.clone(header_factory=_HEADERS) for kind in (policy.SMTP, policy.SMTPUTF8))


class MailError(Exception):
    """The server did not take a mail.

    Attributes:
        code: The reason, in at most 80 characters: the reply code with the enhanced one (RFC 3463), e.g.
            `550 5.1.1`, or an exception's name. Never the server's own text, which can quote the email.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class MailRefused(MailError):
    """The server refuses this mail's recipient or content for good."""


class MailUnavailable(MailError):
    """The server may take this mail later.

    Also raised when it refuses the sign-in, the sender or a connection without TLS, because operators can
    repair that: no mail should be lost over it.
    """


class Mailer(Protocol):
    """Sends mails."""

    async def send(self, message: Message, mail_id: UUID, written_at: datetime) -> None:
        """Send a mail, and return once the server has taken it.

        Args:
            message: What to send.
            mail_id: The same whenever the same mail is sent, so that receivers can recognize a duplicate.
            written_at: The mail's date.

        Raises:
            MailRefused: It will never be taken.
            MailUnavailable: It may be taken later.
        """
        ...


class SmtpMailer:
    """Sends each mail over its own connection."""

    def __init__(
        self,
        host: str,
        port: int,
        *,
        security: Security,
        sender: str,
        user: str = "",
        password: SecretStr | None = None,
        tls: ssl.SSLContext | None = None,
        unsubscribe_email: str = "",
        answer_seconds: float = 20,
    ) -> None:
        """Set up the mailer; it connects for each mail.

        Args:
            host: The mail server.
            port: Usually 587 for `starttls`, 465 for `tls`, 25 for `none`.
            security: `starttls` and `tls` never fall back to an unencrypted connection.
            sender: The email that mails come from; its local part in ASCII.
            user: The user to sign in as; empty for a server without sign-in.
            password: The user's password, read again for each mail.
            tls: Which certificates to trust; by default the system's.
            unsubscribe_email: Where mails that ask to unsubscribe go, beside the URL; empty for nowhere.
            answer_seconds: How long to wait for each answer of the server.
        """
        self._host, self._port = host, port
        self._security: Security = security
        self._user, self._password = user or None, password
        self._answer_seconds = answer_seconds
        # Made once, because reading the system's certificates takes about 20 ms.
        self._tls = None if security == "none" else tls or ssl.create_default_context()
        local_part, domain = _ascii_domain(sender)
        self._sender = Address(_SENDER_NAME, local_part, domain)
        self._unsubscribe_email = "@".join(_ascii_domain(unsubscribe_email)) if unsubscribe_email else ""

    async def send(self, message: Message, mail_id: UUID, written_at: datetime) -> None:
        """Send as `Mailer.send`."""
        mail = self._compose(message, mail_id, written_at)
        with provider_call("smtp", (MailUnavailable,)):
            await self._send(mail, "@".join(_ascii_domain(message.recipient)))

    async def _send(self, mail: EmailMessage, recipient: str) -> None:
        client = self._client()
        try:
            async with asyncio.timeout(_TOTAL_SECONDS):
                await client.connect()
                await _hand_over(client, mail, self._sender.addr_spec, recipient)
            # The mail has been taken: an error now must not lead to sending it again.
            with suppress(aiosmtplib.SMTPException, OSError):
                await client.quit(timeout=_QUIT_SECONDS)
        except aiosmtplib.SMTPResponseException as error:
            raise MailUnavailable(_code(error)) from None
        except (aiosmtplib.SMTPException, OSError) as error:
            # TimeoutError and all TLS errors are OSErrors.
            raise MailUnavailable(type(error).__name__) from None
        finally:
            client.close()

    def _client(self) -> aiosmtplib.SMTP:
        return aiosmtplib.SMTP(
            hostname=self._host,
            port=self._port,
            # Set, because the default would be looked up in the DNS.
            local_hostname=self._sender.domain,
            username=self._user,
            password=(self._password.get_secret_value() or None) if self._password else None,
            timeout=self._answer_seconds,
            use_tls=self._security == "tls",
            start_tls=self._security == "starttls",
            tls_context=self._tls,
        )

    def _compose(self, message: Message, mail_id: UUID, written_at: datetime) -> EmailMessage:
        recipient = _address(message.recipient)
        is_ascii = recipient.username.isascii()
        mail = EmailMessage(_SMTP if is_ascii else _SMTPUTF8)
        mail["From"] = self._sender
        mail["To"] = recipient
        if message.reply_to:
            answers = _address(message.reply_to)
            # A local part beyond ASCII would make other servers refuse a mail that they can take without it.
            if answers.username.isascii() or not is_ascii:
                mail["Reply-To"] = answers
        mail["Subject"] = message.subject
        mail["Date"] = written_at
        mail["Message-ID"] = f"<{mail_id}@{self._sender.domain}>"
        # Keeps out-of-office notes from answering (RFC 3834 §5).
        mail["Auto-Submitted"] = "auto-generated"
        if message.unsubscribe:
            mail["List-Unsubscribe"] = self._ways_to_unsubscribe(message.unsubscribe)
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(message.text, cte="quoted-printable")
        mail.add_alternative(message.html, subtype="html", cte="quoted-printable")
        return mail

    def _ways_to_unsubscribe(self, url: str) -> str:
        """Return the URL, and the email, to which people send the token of the URL as the subject."""
        if not self._unsubscribe_email:
            return f"<{url}>"
        subject = quote(f"unsubscribe {url.rpartition('=')[2]}")
        return f"<{url}>, <mailto:{quote(self._unsubscribe_email, safe='@')}?subject={subject}>"


async def _hand_over(client: aiosmtplib.SMTP, mail: EmailMessage, sender: str, recipient: str) -> None:
    """Send over a connection that is open and signed in.

    Raises:
        MailRefused: The recipient or the content is refused for good.
        MailUnavailable: One of them is refused for now.
        aiosmtplib.SMTPException: Anything else.
    """
    try:
        await client.send_message(mail, sender=sender, recipients=[recipient])
    except aiosmtplib.SMTPRecipientsRefused as error:
        raise _refusal(error.recipients[0]) from None
    except aiosmtplib.SMTPDataError as error:
        raise _refusal(error) from None
    except aiosmtplib.SMTPNotSupported:
        # Here this only means that the server takes no emails beyond ASCII (RFC 6531).
        raise MailRefused("no SMTPUTF8") from None


def _refusal(answer: aiosmtplib.SMTPResponseException) -> MailError:
    # RFC 5321 §4.2.1: 5yz is final, 4yz may be tried again.
    return (MailRefused if 500 <= answer.code < 600 else MailUnavailable)(_code(answer))


def _code(answer: aiosmtplib.SMTPResponseException) -> str:
    enhanced = _ENHANCED_CODE.match(answer.message)
    return f"{answer.code} {enhanced[0]}" if enhanced else str(answer.code)


def _address(email: str) -> Address:
    local_part, domain = _ascii_domain(email)
    return Address(username=local_part, domain=domain)


def _ascii_domain(email: str) -> tuple[str, str]:
    """Return the local part as it is, and the domain in its DNS form (RFC 5891 §4)."""
    local_part, _, domain = email.rpartition("@")
    return local_part, domain if domain.isascii() else idna.encode(domain, uts46=True).decode()
