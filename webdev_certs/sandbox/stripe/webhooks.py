"""Sends events to whoever listens, signed, again and again until they are taken.

https://docs.stripe.com/webhooks, signatures: https://docs.stripe.com/webhooks#verify-manually.
"""

import asyncio
import hashlib
import hmac
import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import httpx

from webdev_certs.sandbox.stripe.account import Config, WebhookEndpoint, presented
from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.store import Store, StoreThread

RETRY_SECONDS = (1.0, 5.0, 30.0, 120.0, 600.0, 3600.0, 6 * 3600.0, 24 * 3600.0)
"""How long after each failed attempt the next one comes; after the last the event is given up."""

_TIMEOUT_SECONDS = 20.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Delivery:
    """One event on its way to one endpoint."""

    id: int
    attempts: int
    endpoint: WebhookEndpoint | None
    event: Json


def signature(secret: str, payload: str, timestamp: int) -> str:
    """The `Stripe-Signature` header, scheme v1: HMAC-SHA256 of the time, a full stop and the payload."""
    signed = hmac.new(secret.encode(), f"{timestamp}.{payload}".encode(), hashlib.sha256)
    return f"t={timestamp},v1={signed.hexdigest()}"


class Courier:
    """Delivers what is due, in the order of events."""

    def __init__(
        self,
        config: Config,
        thread: StoreThread,
        retry_seconds: Sequence[float] = RETRY_SECONDS,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._config = config
        self._thread = thread
        self._retry_seconds = retry_seconds
        self._transport = transport
        self._delivering = asyncio.Lock()

    async def deliver_due(self) -> int:
        """Sends each delivery that is due once, whoever else asks for it; returns how many there were."""
        async with self._delivering:
            due = await self._thread.run(self._due)
            if due:
                async with httpx.AsyncClient(transport=self._transport, timeout=_TIMEOUT_SECONDS) as client:
                    for delivery in due:
                        was_taken = await self._send(client, delivery)
                        await self._thread.run(partial(self._record, delivery=delivery, was_taken=was_taken))
            return len(due)

    async def seconds_to_next(self) -> float | None:
        """How long until something is due; none if nothing waits."""
        query = "SELECT min(due_at) FROM deliveries"
        first = await self._thread.run(lambda store: store.database.execute(query).fetchone()[0])
        return None if first is None else max(0.0, first - self._config.clock().timestamp())

    def _due(self, store: Store) -> list[_Delivery]:
        now = self._config.clock().timestamp()
        query = "SELECT id, event_id, url, attempts FROM deliveries WHERE due_at <= ? ORDER BY id"
        endpoints = {endpoint.url: endpoint for endpoint in self._config.webhooks}
        return [
            _Delivery(identifier, attempts, endpoints.get(url), store.get("event", event_id) or {})
            for identifier, event_id, url, attempts in store.database.execute(query, (now,)).fetchall()
        ]

    async def _send(self, client: httpx.AsyncClient, delivery: _Delivery) -> bool:
        endpoint = delivery.endpoint
        if not endpoint:
            return False
        payload = json.dumps(presented(delivery.event), indent=2)
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "Stripe-Signature": signature(endpoint.secret, payload, int(self._config.clock().timestamp())),
            "User-Agent": "Stripe/1.0 (webdev-certs sandbox)",
        }
        try:
            response = await client.post(endpoint.url, content=payload.encode(), headers=headers)
        except (httpx.HTTPError, OSError) as error:
            _log.warning("Event %s did not reach %s: %r", delivery.event["id"], endpoint.url, error)
            return False
        if not response.is_success:
            _log.warning("%s answered %d to %s", endpoint.url, response.status_code, delivery.event["id"])
        return response.is_success

    def _record(self, store: Store, delivery: _Delivery, was_taken: bool) -> None:
        attempts = delivery.attempts + 1
        if was_taken:
            event = store.get("event", delivery.event["id"])
            if event:
                store.put({**event, "pending_webhooks": event["pending_webhooks"] - 1})
        if was_taken or not delivery.endpoint or attempts > len(self._retry_seconds):
            store.database.execute("DELETE FROM deliveries WHERE id = ?", (delivery.id,))
            return
        due_at = self._config.clock().timestamp() + self._retry_seconds[attempts - 1]
        store.database.execute(
            "UPDATE deliveries SET attempts = ?, due_at = ? WHERE id = ?", (attempts, due_at, delivery.id)
        )


async def keep_delivering(courier: Courier, wake: asyncio.Event) -> None:
    """Delivers until it is cancelled; `wake` says that there may be something new."""
    while True:
        wake.clear()
        await courier.deliver_due()
        seconds = await courier.seconds_to_next()
        with suppress(TimeoutError):
            # Not `wait_for`: until Python 3.12 it forgets a cancellation that comes together with the event.
            async with asyncio.timeout(seconds):
                await wake.wait()
