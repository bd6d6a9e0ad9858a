"""Back up and restore SQLite while others may use it (https://sqlite.org/backup.html)."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from webdev_certs.server.database.backups.files import BackupFailed, load, new_file, store

_HEADER = b"SQLite format 3\0"


def back_up(database: Path, backup: Path, recipients: Sequence[str]) -> None:
    """Write a backup of one moment; writers go on meanwhile.

    Args:
        database: The file of the database.
        backup: The file to write.
        recipients: Public keys to encrypt for; without any, the backup is not encrypted.

    Raises:
        BackupFailed: There is no database.
        sqlite3.Error: It cannot be read.
    """
    if not database.exists():
        raise BackupFailed(f"There is no database {database}.")
    # Beside the database, where its content is readable anyway, and never where backups go.
    with TemporaryDirectory(dir=database.parent, prefix="backup-") as folder:
        copy = Path(folder, "copy.db")
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
            # SQLite waits for a lock without returning to Python, so only the callback lets SIGTERM end it.
            source.backup(target, progress=lambda *_: None)
        with copy.open("rb") as content, new_file(backup) as file:
            store(content, file, recipients)


@contextmanager
def unpacked(backup: Path, identity: Path | None, folder: Path) -> Iterator[Path]:
    """Unpack a backup into a temporary database beside the real one, and yield its file.

    Args:
        backup: The file of the backup.
        identity: A file with the private key, for an encrypted backup.
        folder: Where the temporary database is.

    Raises:
        BackupFailed: It cannot be decrypted, is no backup of SQLite, or has a damaged header.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix="restore-") as temporary:
        copy = Path(temporary, "copy.db")
        with copy.open("wb") as content:
            load(backup, content, identity)
        with copy.open("rb") as content:
            if content.read(len(_HEADER)) != _HEADER:
                raise BackupFailed("This is no backup of SQLite, which DATABASE_URL names.")
        with closing(sqlite3.connect(copy)) as connection:
            try:
                connection.execute("PRAGMA schema_version")
            except sqlite3.DatabaseError as error:
                raise BackupFailed(f"The backup is damaged ({error}).") from None
        yield copy


def restore(copy: Path, database: Path) -> None:
    """Replace what is in the database by an unpacked backup, in one transaction.

    Args:
        copy: The unpacked backup.
        database: The file of the database, which need not exist.

    Raises:
        BackupFailed: Another process has the database open, or its header is damaged.
        sqlite3.Error: It cannot be written.
    """
    with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(database, timeout=1)) as target:
        try:
            # In WAL mode, every open connection prevents the exclusive mode, and this one prevents new ones.
            target.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            raise BackupFailed(
                f"The database is damaged ({error}). Move {database} away, with the files whose names begin "
                "with its name, and restore again."
            ) from None
        target.execute("PRAGMA locking_mode=EXCLUSIVE")
        try:
            target.execute("BEGIN IMMEDIATE")
            target.commit()
        except sqlite3.OperationalError as error:
            raise BackupFailed(f"Another process uses the database ({error}). Stop it first.") from None
        source.backup(target)


def find_damage(database: Path) -> list[str]:
    """Return what SQLite finds wrong: damaged pages and indexes, and references to rows that are missing.

    Args:
        database: The file of the database.
    """
    with closing(sqlite3.connect(database)) as connection:
        try:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
            missing = connection.execute("PRAGMA foreign_key_check").fetchmany(20)
        except sqlite3.DatabaseError as error:
            return [str(error)]
    return found + [
        f"{table}: row {row} refers to a missing row of {parent}" for table, row, parent, _ in missing
    ]
