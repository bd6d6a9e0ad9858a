"""The sandbox's objects in one SQLite database, in a file or in memory."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from webdev_certs.sandbox.stripe.errors import Json

_FORMAT = 3
"""The version of the stored objects. A file of another version is emptied: it holds only test data."""

_TABLES = """
CREATE TABLE IF NOT EXISTS objects (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS objects_kind ON objects (kind, sequence);
CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL,
    url TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS idempotency_keys (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    used_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class Store:
    """The objects by id, each JSON with `id` and `object`."""

    def __init__(self, path: Path | None) -> None:
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
        # The database is opened and closed in one thread and used in another, but never in two at once.
        self.database = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
        if self.database.execute("PRAGMA user_version").fetchone() != (_FORMAT,):
            for table in ("objects", "deliveries", "idempotency_keys", "facts"):
                self.database.execute(f"DROP TABLE IF EXISTS {table}")
        self.database.executescript(f"{_TABLES} PRAGMA user_version = {_FORMAT};")

    def get(self, kind: str, identifier: str) -> Json | None:
        """Return the object with this id, or None if there is none of this kind."""
        query = "SELECT body FROM objects WHERE id = ? AND kind = ?"
        row = self.database.execute(query, (identifier, kind)).fetchone()
        return json.loads(row[0]) if row else None

    def put(self, item: Json) -> None:
        """Add the object, or replace the object with its id."""
        self.database.execute(
            "INSERT INTO objects (id, kind, body) VALUES (?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            (item["id"], item["object"], json.dumps(item)),
        )

    def find(self, kind: str, **fields: Any) -> list[Json]:
        """Return the objects of a kind whose fields have these values, newest first."""
        query, values = "SELECT body FROM objects WHERE kind = ?", [kind]
        for name, value in fields.items():
            query += f" AND json_extract(body, '$.{name}') = ?"
            values.append(value)
        rows = self.database.execute(f"{query} ORDER BY sequence DESC", values)
        return [json.loads(body) for (body,) in rows]

    def add_delivery(self, event_id: str, url: str, due_at: float) -> None:
        """Queue an event for an endpoint; `due_at` is in seconds of real time."""
        self.database.execute(
            "INSERT INTO deliveries (event_id, url, attempts, due_at) VALUES (?, ?, 0, ?)",
            (event_id, url, due_at),
        )

    def fact(self, name: str) -> str | None:
        """Return the value stored under this name outside of the objects, or None."""
        row = self.database.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def set_fact(self, name: str, value: str) -> None:
        """Store a value under this name."""
        self.database.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))
