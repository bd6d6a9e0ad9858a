"""The files of backups: names, encryption in the format of age (https://age-encryption.org/v1), retention."""

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO

import pyrage

_NAME = re.compile(r"webdev-certs-(\d{8}T\d{6}Z)\.(?:sqlite|postgresql)(?:\.age)?")
_TIME = "%Y%m%dT%H%M%SZ"
_ENCRYPTED = b"age-encryption.org/"


class BackupFailed(Exception):
    """A backup cannot be made or restored; the message is for the operator and contains no secrets."""


def backup_name(backend: str, now: datetime, *, encrypted: bool) -> str:
    """Return the name of a backup.

    Args:
        backend: `sqlite` or `postgresql`.
        now: When it is made.
        encrypted: Whether it is encrypted.
    """
    return f"webdev-certs-{now.astimezone(UTC):{_TIME}}.{backend}{'.age' if encrypted else ''}"


@contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for writing, readable only by its owner. It gets its name when all of it is on the disk.

    If the block raises, nothing is left.
    """
    partial = path.with_name(f"{path.name}.partial")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(descriptor)
        partial.rename(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def store(content: IO[bytes], file: IO[bytes], recipients: Sequence[str]) -> None:
    """Copy what a backup consists of into its file, encrypted for recipients; without any, as it is.

    Args:
        content: The database's content or its dump.
        file: The file of the backup.
        recipients: Public keys of age.
    """
    if recipients:
        keys = [pyrage.x25519.Recipient.from_str(key) for key in recipients]
        # Any file will do: only `read` and `write` are called.
        pyrage.encrypt_io(content, file, keys)  # pyright: ignore[reportArgumentType]
    else:
        shutil.copyfileobj(content, file)


def load(backup: Path, content: IO[bytes], identity: Path | None) -> None:
    """Copy what a backup consists of out of its file, decrypted if it is encrypted.

    Args:
        backup: The file of the backup.
        content: Gets the database's content or its dump.
        identity: A file with a private key of age; needed for an encrypted backup.

    Raises:
        BackupFailed: The backup cannot be decrypted, because of the key or because it was changed or cut.
        OSError: A file cannot be read, or `content` cannot be written.
    """
    with backup.open("rb") as file:
        encrypted = file.read(len(_ENCRYPTED)) == _ENCRYPTED
        file.seek(0)
        if not encrypted:
            shutil.copyfileobj(file, content)
            return
        if identity is None:
            raise BackupFailed("The backup is encrypted: name the file with the private key (--identity).")
        try:
            pyrage.decrypt_io(file, content, _identities(identity))  # pyright: ignore[reportArgumentType]
        except pyrage.DecryptError as error:
            raise BackupFailed(f"The backup cannot be decrypted: {error}.") from None
        except OSError as error:
            if error.errno is None:
                # Raised by age itself: the file was changed or cut.
                raise BackupFailed("The backup is damaged: it was changed or cut.") from None
            raise


def generate_identity() -> str:
    """Return a new private key for backups, as `age-keygen` writes it, with its public key in a comment."""
    identity = pyrage.x25519.Identity.generate()
    return f"# public key: {identity.to_public()}\n{identity}\n"


def remove_old(folder: Path, now: datetime, *, count: int | None, days: int | None) -> list[Path]:
    """Remove the backups in a folder that nothing keeps, and return them.

    Args:
        folder: The folder; files with other names stay.
        now: The current time.
        count: This many of the newest are kept.
        days: Those that are younger are kept.
    """
    if count is None and days is None:
        return []
    made = [(made_at, path) for path in folder.iterdir() if (made_at := _made_at(path.name))]
    # Those of a clock that was ahead stay, and take no place of the newest.
    found = sorted((entry for entry in made if entry[0] <= now), reverse=True)
    newest = {path for _, path in found[: count or 0]}
    young = {path for made_at, path in found if days is not None and made_at > now - timedelta(days=days)}
    removed = [path for _, path in found if path not in newest | young]
    for path in removed:
        path.unlink(missing_ok=True)
    return removed


def _made_at(name: str) -> datetime | None:
    found = _NAME.fullmatch(name)
    return datetime.strptime(found[1], _TIME).replace(tzinfo=UTC) if found else None


def _identities(path: Path) -> list[pyrage.x25519.Identity]:
    try:
        lines = path.read_text().split()
        return [pyrage.x25519.Identity.from_str(key) for key in lines if key.startswith("AGE-SECRET-KEY-")]
    except (OSError, ValueError, pyrage.IdentityError) as error:
        raise BackupFailed(f"{path} is no private key of age: {error}.") from None
