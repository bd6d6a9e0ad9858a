"""The sandbox's data in one SQLite database, in a file or in memory."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SCHEMA = """
CREATE TABLE IF NOT EXISTS signing_keys (algorithm TEXT PRIMARY KEY, kid TEXT NOT NULL, pem TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS users (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    email_confirmed_at TEXT,
    user_metadata TEXT NOT NULL,
    last_sign_in_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS users_by_email ON users (email) WHERE email <> '';
CREATE TABLE IF NOT EXISTS identities (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    provider TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    email TEXT NOT NULL,
    data TEXT NOT NULL,
    last_sign_in_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (provider, provider_id)
);
-- A sign-in in progress: started at /authorize, assigned to a user at /callback, completed at /token.
CREATE TABLE IF NOT EXISTS flows (
    id TEXT PRIMARY KEY,
    provider TEXT NOT NULL,
    code_challenge TEXT NOT NULL,
    code_challenge_method TEXT NOT NULL,
    auth_code TEXT NOT NULL UNIQUE,
    redirect_to TEXT NOT NULL,
    user_id TEXT REFERENCES users ON DELETE CASCADE,
    created_at TEXT NOT NULL
);
-- The claims that /callback gets for the provider's code.
CREATE TABLE IF NOT EXISTS provider_grants (
    code TEXT PRIMARY KEY,
    provider TEXT NOT NULL,
    claims TEXT NOT NULL,
    created_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS refresh_tokens (
    id INTEGER PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    parent TEXT,
    session_id TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    revoked INTEGER NOT NULL DEFAULT 0,
    updated_at TEXT NOT NULL
);
"""


class Store:
    """One connection with one transaction at a time. Call it from worker threads, not from the event loop."""

    def __init__(self, path: Path | None) -> None:
        """Open the file, or create it, readable only by its owner because it contains the signing key.

        Raises:
            OSError: The file can be neither opened nor created.
            sqlite3.DatabaseError: It is not a SQLite database.
        """
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
        self._connection = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
        self._connection.row_factory = sqlite3.Row
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._connection.executescript(_SCHEMA)
        self._lock = threading.Lock()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit what happens in the block, or roll it back if an exception leaves it.

        The write lock is taken at the start, so what the block reads does not change until it ends.
        """
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
