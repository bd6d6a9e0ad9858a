"""Where the sandbox remembers: one SQLite file, or memory."""

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
-- A sign-in on its way: begun at /authorize, given to a user at /callback, spent at /token.
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
-- What the provider page hands to /callback for its code.
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
    """One connection, one transaction at a time; called from worker threads, never from the event loop."""

    def __init__(self, path: Path | None) -> None:
        """Opens the file, made on first use and readable by its owner alone, for it holds the signing key.

        Raises:
            OSError: the file can be neither found nor made.
            sqlite3.DatabaseError: it is something else.
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
        """Everything within is kept, or, when an exception leaves it, nothing.

        It takes the write lock at once: what is read within does not change before what is written.
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
        """Ends the connection."""
        self._connection.close()
