"""Received mails, parsed (RFC 5322, RFC 2045)."""

import re
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

LINK = re.compile(r"https?://[^\s<>\"]+")


@dataclass(frozen=True)
class ReceivedMail:
    """One mail.

    Attributes:
        id: A number that counts up.
        received_at: ISO 8601, in UTC.
        sender: The sender in the SMTP envelope.
        recipients: The recipients in the SMTP envelope.
        subject: The decoded subject.
        text: The plain text, or "".
        html: The HTML document, or "".
        links: The URLs in the plain text, in order.
        headers: The name and decoded value of each header.
    """

    id: int
    received_at: str
    sender: str
    recipients: list[str]
    subject: str
    text: str
    html: str
    links: list[str]
    headers: list[list[str]]


def read_mail(
    content: bytes, *, mail_id: int, received_at: datetime, sender: str, recipients: list[str]
) -> ReceivedMail:
    """Parse a mail."""
    mail = message_from_bytes(content, policy=policy.default)
    text = _body(mail, "plain")
    return ReceivedMail(
        id=mail_id,
        received_at=received_at.isoformat(timespec="seconds"),
        sender=sender,
        recipients=recipients,
        subject=str(mail["Subject"] or ""),
        text=text,
        html=_body(mail, "html"),
        links=LINK.findall(text),
        headers=[[name, str(value)] for name, value in mail.items()],
    )


def _body(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    return "" if part is None else part.get_content()
