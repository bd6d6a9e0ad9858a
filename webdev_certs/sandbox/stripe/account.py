"""The account that every operation gets: it stores objects in SQLite, tells the time, and records events."""

import asyncio
import json
import secrets
import sqlite3
import string
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from webdev_certs.sandbox.stripe.errors import Json, no_such
from webdev_certs.shared.clock import Clock

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
T = TypeVar("T")

API_VERSION = "2026-10-28.endive"
"""The API version of the objects; the same as that of the `stripe` package in pyproject.toml."""

_ID_CHARACTERS = string.ascii_letters + string.digits
_SECONDS_AHEAD = "seconds_ahead"


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


@dataclass(frozen=True)
class WebhookEndpoint:
    """A URL that receives events."""

    url: str
    secret: str
    """The key that signs what is sent there, `whsec_…`."""
    events: Sequence[str] = ("*",)

    def wants(self, event_type: str) -> bool:
        """Return whether the endpoint receives events of this type."""
        return "*" in self.events or event_type in self.events


@dataclass(frozen=True)
class Config:
    """The configuration of the sandbox."""

    public_base: str
    """The URL at which browsers reach the sandbox, without a trailing slash."""
    secret_key: str
    webhooks: Sequence[WebhookEndpoint]
    clock: Clock


class Account:
    """The Stripe account within one transaction."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.has_queued_events = False

    def now(self) -> int:
        """Return the sandbox's time in seconds, which the dashboard can move ahead."""
        return int(self.config.clock().timestamp()) + int(self.store.fact(_SECONDS_AHEAD) or 0)

    def move_ahead(self, seconds: int) -> None:
        """Move the sandbox's time ahead."""
        ahead = int(self.store.fact(_SECONDS_AHEAD) or 0) + seconds
        self.store.set_fact(_SECONDS_AHEAD, str(ahead))

    def get(self, kind: str, identifier: str, param: str | None = None) -> Json:
        """Return an object with its private fields.

        Args:
            kind: The type of the object.
            identifier: Its id.
            param: The parameter that named it; None if the path did.

        Raises:
            ApiError: It does not exist or was deleted.
        """
        found = self.store.get(kind, identifier)
        if not found or found.get("deleted"):
            raise no_such(kind, identifier, param)
        return found

    def save(self, item: Json, **changes: Any) -> Json:
        """Apply the changes to the object, store it and return it."""
        item.update(changes)
        self.store.put(item)
        return item

    def emit(self, event_type: str, item: Json) -> None:
        """Record an event and queue it for every endpoint that wants it."""
        endpoints = [endpoint for endpoint in self.config.webhooks if endpoint.wants(event_type)]
        event = {
            "id": new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": self.now(),
            "data": {"object": presented(item)},
            "livemode": False,
            "pending_webhooks": len(endpoints),
            "request": None,
            "type": event_type,
        }
        self.store.put(event)
        for endpoint in endpoints:
            self.store.add_delivery(event["id"], endpoint.url, self.config.clock().timestamp())
            self.has_queued_events = True


class AccountThread:
    """Runs all work on the account in one thread, so a request takes effect completely or not at all."""

    def __init__(self, config: Config, path: Path | None) -> None:
        self.config = config
        self.events_queued = asyncio.Event()
        """Set when there are new events to deliver."""
        self._store = Store(path)
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="stripe-sandbox")

    async def run(self, work: Callable[[Account], T]) -> T:
        """Run `work` in its own transaction, which is rolled back if it raises."""
        account = Account(self._store, self.config)
        loop = asyncio.get_running_loop()
        result = await loop.run_in_executor(self._executor, self._transact, work, account)
        if account.has_queued_events:
            self.events_queued.set()
        return result

    def close(self) -> None:
        """Wait for running work, then close the database."""
        self._executor.shutdown()
        self._store.database.close()

    def _transact(self, work: Callable[[Account], T], account: Account) -> T:
        self._store.database.execute("BEGIN IMMEDIATE")
        try:
            result = work(account)
        except BaseException:
            self._store.database.execute("ROLLBACK")
            raise
        self._store.database.execute("COMMIT")
        return result


def new_id(prefix: str) -> str:
    """Return a unique id with this prefix."""
    return f"{prefix}_{''.join(secrets.choice(_ID_CHARACTERS) for _ in range(24))}"


def presented(value: Any) -> Any:
    """Return a copy without private fields: those whose names begin with an underscore."""
    if isinstance(value, dict):
        return {name: presented(inner) for name, inner in value.items() if not name.startswith("_")}
    if isinstance(value, list):
        return [presented(inner) for inner in value]
    return value
