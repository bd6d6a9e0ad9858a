"""Handing mails to a mail server: SMTP (RFC 5321), as its submission (RFC 6409) or a relay takes them."""

import asyncio
import re
import ssl
from contextlib import suppress
from datetime import datetime
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from typing import Literal, Protocol
from uuid import UUID

import aiosmtplib
import idna

from webdev_certs.server.domain.mail import Message

Security = Literal["none", "starttls", "tls"]
_SENDER_NAME = "WebDev Certs"
# For all of a mail's way: a server that answers slowly must not be waited for without end.
_TOTAL_SECONDS = 60
_QUIT_SECONDS = 2
_ENHANCED_CODE = re.compile(r"[245]\.\d{1,3}\.\d{1,3}\b")


class MailError(Exception):
    """The server did not take a mail.

    Attributes:
        code: why, in at most 80 characters and without anything that the server wrote: it can quote the
            address. The reply code with the enhanced one (RFC 3463), e.g. `550 5.1.1`, or an error's name.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class MailRefused(MailError):
    """The server will never take this mail: its recipient or its content is refused for good."""


class MailUnavailable(MailError):
    """The server may take this mail later.

    Also when it refuses us for good (our sign-in, our sender's address, missing TLS): that is ours to repair,
    and no reason to lose mails.
    """


class Mailer(Protocol):
    """Whatever takes mails."""

    async def send(self, message: Message, mail_id: UUID, written_at: datetime) -> None:
        """Returns when the mail has been taken.

        Args:
            message: what to send.
            mail_id: the same whenever the same mail is sent, so that receivers can tell it came twice.
            written_at: the mail's date.

        Raises:
            MailRefused: it will never be taken.
            MailUnavailable: it may be taken later.
        """
        ...


class SmtpMailer:
    """Sends each mail over a connection of its own."""

    def __init__(
        self,
        host: str,
        port: int,
        *,
        security: Security,
        sender: str,
        user: str = "",
        password: str = "",
        tls: ssl.SSLContext | None = None,
        answer_seconds: float = 20,
    ) -> None:
        """Takes where and how to send.

        Args:
            host: the mail server.
            port: usually 587 for `starttls`, 465 for `tls`, 25 for `none`.
            security: `starttls` and `tls` never fall back to an open connection.
            sender: the address that mails come from; its local part in ASCII.
            user: who signs in; empty for a server that asks for nobody.
            password: the user's.
            tls: which certificates to trust; by default the system's.
            answer_seconds: how long to wait for each of the server's answers.
        """
        self._host, self._port = host, port
        self._security: Security = security
        self._user, self._password = user or None, password or None
        self._answer_seconds = answer_seconds
        # Made once: reading the system's certificates takes some 20 ms.
        self._tls = None if security == "none" else tls or ssl.create_default_context()
        local_part, domain = _ascii_domain(sender)
        self._sender = Address(_SENDER_NAME, local_part, domain)

    async def send(self, message: Message, mail_id: UUID, written_at: datetime) -> None:
        """As `Mailer.send`."""
        mail = self._compose(message, mail_id, written_at)
        client = self._client()
        try:
            async with asyncio.timeout(_TOTAL_SECONDS):
                await client.connect()
                await _hand_over(
                    client, mail, self._sender.addr_spec, "@".join(_ascii_domain(message.recipient))
                )
            # It has been taken, so nothing that happens now may lead to its being sent again.
            with suppress(aiosmtplib.SMTPException, OSError):
                await client.quit(timeout=_QUIT_SECONDS)
        except aiosmtplib.SMTPResponseException as error:
            raise MailUnavailable(_code(error)) from None
        except (aiosmtplib.SMTPException, OSError) as error:
            # TimeoutError and all errors of TLS are OSErrors.
            raise MailUnavailable(type(error).__name__) from None
        finally:
            client.close()

    def _client(self) -> aiosmtplib.SMTP:
        return aiosmtplib.SMTP(
            hostname=self._host,
            port=self._port,
            # By default it would be looked up in the DNS.
            local_hostname=self._sender.domain,
            username=self._user,
            password=self._password,
            timeout=self._answer_seconds,
            use_tls=self._security == "tls",
            start_tls=self._security == "starttls",
            tls_context=self._tls,
        )

    def _compose(self, message: Message, mail_id: UUID, written_at: datetime) -> EmailMessage:
        local_part, domain = _ascii_domain(message.recipient)
        mail = EmailMessage(policy.SMTP if local_part.isascii() else policy.SMTPUTF8)
        mail["From"] = self._sender
        mail["To"] = Address(username=local_part, domain=domain)
        mail["Subject"] = message.subject
        mail["Date"] = written_at
        mail["Message-ID"] = f"<{mail_id}@{self._sender.domain}>"
        # RFC 3834 §5: nobody's out-of-office note shall answer.
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(message.text, cte="quoted-printable")
        mail.add_alternative(message.html, subtype="html", cte="quoted-printable")
        return mail


async def _hand_over(client: aiosmtplib.SMTP, mail: EmailMessage, sender: str, recipient: str) -> None:
    """Sends over a connection that is open and signed in.

    Raises:
        MailRefused: the recipient or the content is refused for good.
        MailUnavailable: one of them is refused for now.
        aiosmtplib.SMTPException: anything else went wrong.
    """
    try:
        await client.send_message(mail, sender=sender, recipients=[recipient])
    except aiosmtplib.SMTPRecipientsRefused as error:
        raise _refusal(error.recipients[0]) from None
    except aiosmtplib.SMTPDataError as error:
        raise _refusal(error) from None
    except aiosmtplib.SMTPNotSupported:
        # At this point only for an address beyond ASCII (RFC 6531).
        raise MailRefused("no SMTPUTF8") from None


def _refusal(answer: aiosmtplib.SMTPResponseException) -> MailError:
    # RFC 5321 §4.2.1: 5yz is final, 4yz may be tried again.
    return (MailRefused if 500 <= answer.code < 600 else MailUnavailable)(_code(answer))


def _code(answer: aiosmtplib.SMTPResponseException) -> str:
    enhanced = _ENHANCED_CODE.match(answer.message)
    return f"{answer.code} {enhanced[0]}" if enhanced else str(answer.code)


def _ascii_domain(address: str) -> tuple[str, str]:
    """The local part as it is, and the domain in the form of the DNS (RFC 5891 §4)."""
    local_part, _, domain = address.rpartition("@")
    return local_part, domain if domain.isascii() else idna.encode(domain, uts46=True).decode()
