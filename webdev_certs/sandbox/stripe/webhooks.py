"""Send signed events to the webhook endpoints, and retry until an endpoint accepts them.

Sources: https://docs.stripe.com/webhooks and, for signatures, https://docs.stripe.com/webhooks#verify-manually.
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
"""The pause after each failed attempt; after the last one the event is given up."""

_TIMEOUT_SECONDS = 20.0
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Delivery:
    """One event to send to one endpoint."""

    id: int
    attempts: int
    endpoint: WebhookEndpoint | None
    event: Json


def signature(secret: str, payload: str, timestamp: int) -> str:
    """Return the `Stripe-Signature` header, scheme v1: HMAC-SHA256 of the time, a period and the payload."""
    signed = hmac.new(secret.encode(), f"{timestamp}.{payload}".encode(), hashlib.sha256)
    return f"t={timestamp},v1={signed.hexdigest()}"


class WebhookSender:
    """Delivers due events in the order in which they happened."""

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
        """Send each due delivery once, even under concurrent calls, and return how many there were."""
        async with self._delivering:
            due = await self._thread.run(self._due)
            if due:
                async with httpx.AsyncClient(transport=self._transport, timeout=_TIMEOUT_SECONDS) as client:
                    for delivery in due:
                        accepted = await self._send(client, delivery)
                        await self._thread.run(partial(self._record, delivery=delivery, accepted=accepted))
            return len(due)

    async def seconds_to_next(self) -> float | None:
        """Return the time until the next delivery is due; None if the queue is empty."""
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
            log.warning("Event %s could not be sent to %s: %r", delivery.event["id"], endpoint.url, error)
            return False
        if not response.is_success:
            message = "Event %s was refused by %s with status %d"
            log.warning(message, delivery.event["id"], endpoint.url, response.status_code)
        return response.is_success

    def _record(self, store: Store, delivery: _Delivery, accepted: bool) -> None:
        attempts = delivery.attempts + 1
        if accepted:
            event = store.get("event", delivery.event["id"])
            if event:
                store.put({**event, "pending_webhooks": event["pending_webhooks"] - 1})
        if accepted or not delivery.endpoint or attempts > len(self._retry_seconds):
            store.database.execute("DELETE FROM deliveries WHERE id = ?", (delivery.id,))
            return
        due_at = self._config.clock().timestamp() + self._retry_seconds[attempts - 1]
        store.database.execute(
            "UPDATE deliveries SET attempts = ?, due_at = ? WHERE id = ?", (attempts, due_at, delivery.id)
        )


async def keep_delivering(sender: WebhookSender, changed: asyncio.Event) -> None:
    """Deliver events until canceled; `changed` is set when there may be new ones."""
    while True:
        changed.clear()
        await sender.deliver_due()
        seconds = await sender.seconds_to_next()
        with suppress(TimeoutError):
            # Not `wait_for`: before Python 3.12 it loses a cancellation that arrives together with the event.
            async with asyncio.timeout(seconds):
                await changed.wait()
