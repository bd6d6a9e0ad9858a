"""The mails that came in, newest first, in memory and in a file."""

import asyncio
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from webdev_certs.sandbox.mail.messages import CaughtMail

KEPT = 200


class MailStore:
    """Keeps the last 200 mails."""

    def __init__(self, path: Path | None) -> None:
        """Reads what an earlier run has left in the file."""
        self._path = path
        self._writing = asyncio.Lock()
        self._mails: list[CaughtMail] = []
        if path is not None and path.exists():
            self._mails = [CaughtMail(**fields) for fields in json.loads(path.read_text())]

    @property
    def mails(self) -> Sequence[CaughtMail]:
        """Newest first."""
        return self._mails

    @property
    def next_id(self) -> int:
        """Ids count up, also over restarts."""
        return self._mails[0].id + 1 if self._mails else 1

    def find(self, mail_id: int) -> CaughtMail | None:
        """The mail with this id, if it is still kept."""
        return next((mail for mail in self._mails if mail.id == mail_id), None)

    async def add(self, mail: CaughtMail) -> None:
        """Keeps a mail; returns when the file has it too."""
        self._mails = [mail, *self._mails][:KEPT]
        if self._path is not None:
            async with self._writing:
                content = json.dumps([asdict(kept) for kept in self._mails])
                await asyncio.to_thread(_replace, self._path, content)


def _replace(path: Path, content: str) -> None:
    """Puts new content in the place of old, all or nothing, and for its owner's eyes alone."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(content)
    new.replace(path)
