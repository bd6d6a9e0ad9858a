"""The account that every operation gets: it reads and stores objects, tells the time, and records events."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from webdev_certs.sandbox.stripe.errors import Json, no_such
from webdev_certs.sandbox.stripe.store import Store
from webdev_certs.shared.clock import Clock

API_VERSION = "2026-10-28.endive"
"""The API version of the objects; the same as that of the `stripe` package in pyproject.toml."""


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
    publishable_key: str
    webhooks: Sequence[WebhookEndpoint]
    clock: Clock
    new_id: Callable[[str], str]
    """Makes an id with the given prefix."""


@dataclass(frozen=True)
class Account:
    """The Stripe account as one request sees it, within the request's transaction."""

    store: Store
    config: Config
    request_id: str | None = None
    idempotency_key: str | None = None

    def new_id(self, prefix: str) -> str:
        """Return a unique id with this prefix."""
        return self.config.new_id(prefix)

    def now(self, test_clock: str | None = None) -> int:
        """Return a test clock's time in seconds, or the sandbox's own, which can be moved ahead."""
        if test_clock:
            return self.get("test_helpers.test_clock", test_clock)["frozen_time"]
        return int(self.config.clock().timestamp()) + int(self.store.fact("seconds_ahead") or 0)

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

    def emit(self, event_type: str, item: Json, previous: Json | None = None) -> None:
        """Record an event and queue it for every endpoint that wants it."""
        endpoints = [endpoint for endpoint in self.config.webhooks if endpoint.wants(event_type)]
        data = {"object": presented(item), **({"previous_attributes": previous} if previous else {})}
        event = {
            "id": self.new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": self.now(),
            "data": data,
            "livemode": False,
            "pending_webhooks": len(endpoints),
            "request": {"id": self.request_id, "idempotency_key": self.idempotency_key},
            "type": event_type,
        }
        self.store.put(event)
        for endpoint in endpoints:
            self.store.add_delivery(event["id"], endpoint.url, self.config.clock().timestamp())


def presented(value: Any) -> Any:
    """Return a copy without private fields: those whose names begin with an underscore."""
    if isinstance(value, dict):
        return {name: presented(inner) for name, inner in value.items() if not name.startswith("_")}
    if isinstance(value, list):
        return [presented(inner) for inner in value]
    return value
