"""The received mails, in memory and in a file."""

import asyncio
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from webdev_certs.sandbox.mail.messages import ReceivedMail

MAX_MAILS = 200


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


def _replace(path: Path, content: str) -> None:
    """Replace the content of a file in one step; only its owner can read the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(content)
    new.replace(path)
