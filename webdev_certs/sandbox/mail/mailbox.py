"""The received mails: parsed (RFC 5322, RFC 2045), in memory and in a file."""

import asyncio
import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

LINK = re.compile(r"https?://[^\s<>\"]+")
MAX_MAILS = 200


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


class MailStore:
    """Stores the last 200 mails."""

    def __init__(self, path: Path | None) -> None:
        """Read the mails of earlier runs from the file, if it exists."""
        self._path = path
        self._writing = asyncio.Lock()
        self._mails: list[ReceivedMail] = []
        if path is not None and path.exists():
            self._mails = [ReceivedMail(**fields) for fields in json.loads(path.read_text())]

    @property
    def mails(self) -> Sequence[ReceivedMail]:
        """The mails, newest first."""
        return self._mails

    @property
    def next_id(self) -> int:
        """The id of the next mail; ids count up, even across restarts."""
        return self._mails[0].id + 1 if self._mails else 1

    def find(self, mail_id: int) -> ReceivedMail | None:
        """Return the mail with this id, or None if it is not stored."""
        return next((mail for mail in self._mails if mail.id == mail_id), None)

    async def add(self, mail: ReceivedMail) -> None:
        """Store a mail; returns after it is in the file too."""
        self._mails = [mail, *self._mails][:MAX_MAILS]
        if self._path is not None:
            async with self._writing:
                content = json.dumps([asdict(kept) for kept in self._mails])
                await asyncio.to_thread(_replace, self._path, content)


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


def _replace(path: Path, content: str) -> None:
    """Replace the content of a file in one step; only its owner can read the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(content)
    new.replace(path)
