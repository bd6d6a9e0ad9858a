"""Read the credential in an uploaded file, with bounded time and memory whatever the file contains."""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from webdev_certs.shared.vocabulary import BadgeFileKind

FileFault = Literal["unreadable", "encrypted", "empty", "several", "too_complex", "unsafe"]
"""Why a file has no credential that can be verified: `empty` means that there is none in it, `too_complex`
that reading it would take too much time or memory, and `unsafe` that it has parts that could run."""

MAX_CREDENTIAL = 64 * 1024
"""In bytes. The product's own have about 4 KB. The time that canonicalizing takes grows with the size."""
_SECONDS = 10
"""How long the process that reads a file may take; on an idle machine it takes a third of a second."""
_EXTRACTOR = Path(__file__).with_name("badge_files_extractor.py")
_HEIC_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"mif1")
"""How photos of phones begin (ISO/IEC 23008-12, annex B.4); `mif1` are such photos too."""
_TOKEN = re.compile(rb"[\w-]+\.[\w-]+\.[\w-]+", re.ASCII)


class UnreadableFile(Exception):
    """A file has no credential that can be verified; `fault` says why."""

    def __init__(self, fault: FileFault) -> None:
        super().__init__(fault)
        self.fault: FileFault = fault


@dataclass(frozen=True)
class BadgeFile:
    """The credential in a file, as JSON or as JWT."""

    kind: BadgeFileKind
    credential: bytes
    """For a photo the text of its QR code instead."""


def read_badge_file(content: bytes) -> BadgeFile:
    """Return the credential in a file. Blocks for up to ten seconds.

    The kind of the file is what its first bytes say, not its name.

    Raises:
        UnreadableFile: It has none that can be verified.
    """
    kind = _kind(content)
    if kind in ("json", "jwt"):
        credential = content.removeprefix(b"\xef\xbb\xbf").strip()
    else:
        try:
            credential = _extract(content, kind)
        except UnreadableFile as error:
            if (kind, error.fault) != ("png", "empty"):
                raise
            # A screenshot.
            kind, credential = "photo", _extract(content, "photo")
    if len(credential) > MAX_CREDENTIAL:
        raise UnreadableFile("too_complex")
    return BadgeFile(kind, credential)


def _kind(content: bytes) -> BadgeFileKind:
    if content.startswith(b"%PDF-"):
        return "pdf"
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if content.startswith(b"\xff\xd8\xff") or (content.startswith(b"RIFF") and content[8:12] == b"WEBP"):
        return "photo"
    if content[4:8] == b"ftyp" and content[8:12] in _HEIC_BRANDS:
        return "photo"
    # Skip at most this much leading white space; real files have less.
    start = content[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"{"):
        return "json"
    if start.startswith(b"<"):
        return "svg"
    if len(content) <= MAX_CREDENTIAL and _TOKEN.fullmatch(content.strip()):
        return "jwt"
    raise UnreadableFile("unreadable")


def _extract(content: bytes, kind: BadgeFileKind) -> bytes:
    """Run the extractor, which limits its own memory and processor time before it reads anything."""
    try:
        done = subprocess.run(
            # Isolated mode: ignore this folder, the user's packages and PYTHON* variables.
            [sys.executable, "-I", "-B", str(_EXTRACTOR), kind],
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            env={},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UnreadableFile("too_complex") from None
    if done.returncode == 0:
        return done.stdout
    fault = done.stdout.decode("ascii", "replace")
    # No output means that the system killed it at a limit.
    raise UnreadableFile(cast(FileFault, fault) if fault in get_args(FileFault) else "too_complex")
