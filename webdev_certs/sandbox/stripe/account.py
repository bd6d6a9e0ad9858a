"""What an operation works with: the objects, the time, new ids and the record of events."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from webdev_certs.sandbox.clock import Clock
from webdev_certs.sandbox.stripe.errors import Json, no_such
from webdev_certs.sandbox.stripe.store import Store

API_VERSION = "2026-10-28.endive"
"""The version whose shapes the objects have; it is the one of the `stripe` package in pyproject.toml."""


@dataclass(frozen=True)
class WebhookEndpoint:
    """Somebody who wants to hear of events."""

    url: str
    secret: str
    """Signs what is sent there, `whsec_…`."""
    events: Sequence[str] = ("*",)

    def wants(self, event_type: str) -> bool:
        """Whether it listens to this type of event."""
        return "*" in self.events or event_type in self.events


@dataclass(frozen=True)
class Config:
    """What the sandbox was made with."""

    public_base: str
    """Where browsers reach the sandbox, without a trailing slash."""
    secret_key: str
    publishable_key: str
    webhooks: Sequence[WebhookEndpoint]
    clock: Clock
    new_id: Callable[[str], str]
    """Makes an id with this prefix."""


@dataclass(frozen=True)
class Account:
    """One request's view of the sandbox; lives as long as its transaction."""

    store: Store
    config: Config
    request_id: str | None = None
    idempotency_key: str | None = None

    def new_id(self, prefix: str) -> str:
        """An id that nothing else has."""
        return self.config.new_id(prefix)

    def now(self, test_clock: str | None = None) -> int:
        """The time in seconds: of a test clock, or the sandbox's own, which may have been moved ahead."""
        if test_clock:
            return self.get("test_helpers.test_clock", test_clock)["frozen_time"]
        return int(self.config.clock().timestamp()) + int(self.store.fact("seconds_ahead") or 0)

    def get(self, kind: str, identifier: str, param: str | None = None) -> Json:
        """The object, with its private fields.

        Raises:
            ApiError: there is none, or it was deleted; `param` is what named it, none for the path.
        """
        found = self.store.get(kind, identifier)
        if not found or found.get("deleted"):
            raise no_such(kind, identifier, param)
        return found

    def save(self, item: Json, **changes: Any) -> Json:
        """Stores the object after these changes to it."""
        item.update(changes)
        self.store.put(item)
        return item

    def emit(self, event_type: str, item: Json, previous: Json | None = None) -> None:
        """Records that something happened, and puts it in the queue for whoever listens."""
        listeners = [endpoint for endpoint in self.config.webhooks if endpoint.wants(event_type)]
        data = {"object": presented(item), **({"previous_attributes": previous} if previous else {})}
        event = {
            "id": self.new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": self.now(),
            "data": data,
            "livemode": False,
            "pending_webhooks": len(listeners),
            "request": {"id": self.request_id, "idempotency_key": self.idempotency_key},
            "type": event_type,
        }
        self.store.put(event)
        for endpoint in listeners:
            self.store.add_delivery(event["id"], endpoint.url, self.config.clock().timestamp())


def presented(value: Any) -> Any:
    """A copy without private fields, whose names begin with an underscore."""
    if isinstance(value, dict):
        return {name: presented(inner) for name, inner in value.items() if not name.startswith("_")}
    if isinstance(value, list):
        return [presented(inner) for inner in value]
    return value
