"""Events: list them, send them to the webhook endpoints with a signature, and retry until they are accepted.

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

from webdev_certs.sandbox.stripe.account import Account, AccountThread, WebhookEndpoint, presented
from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.operations import ListParameters, Text, listing, retrieval

RETRY_SECONDS = (1.0, 5.0, 30.0, 120.0, 600.0, 3600.0, 6 * 3600.0, 24 * 3600.0)
"""The pause after each failed attempt; after the last one the event is given up."""

_TIMEOUT_SECONDS = 20.0
log = logging.getLogger(__name__)


class ListEvents(ListParameters):
    type: Text | None = None


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
        thread: AccountThread,
        retry_seconds: Sequence[float] = RETRY_SECONDS,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._config = thread.config
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
        first = await self._thread.run(lambda account: account.store.database.execute(query).fetchone()[0])
        return None if first is None else max(0.0, first - self._config.clock().timestamp())

    def _due(self, account: Account) -> list[_Delivery]:
        now = self._config.clock().timestamp()
        query = "SELECT id, event_id, url, attempts FROM deliveries WHERE due_at <= ? ORDER BY id"
        endpoints = {endpoint.url: endpoint for endpoint in self._config.webhooks}
        rows = account.store.database.execute(query, (now,)).fetchall()
        return [
            _Delivery(identifier, attempts, endpoints.get(url), account.get("event", event_id))
            for identifier, event_id, url, attempts in rows
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

    def _record(self, account: Account, delivery: _Delivery, accepted: bool) -> None:
        attempts, database = delivery.attempts + 1, account.store.database
        if accepted:
            event = account.get("event", delivery.event["id"])
            account.save(event, pending_webhooks=event["pending_webhooks"] - 1)
        if accepted or not delivery.endpoint or attempts > len(self._retry_seconds):
            database.execute("DELETE FROM deliveries WHERE id = ?", (delivery.id,))
            return
        due_at = self._config.clock().timestamp() + self._retry_seconds[attempts - 1]
        database.execute(
            "UPDATE deliveries SET attempts = ?, due_at = ? WHERE id = ?", (attempts, due_at, delivery.id)
        )


async def keep_delivering(sender: WebhookSender, events_queued: asyncio.Event) -> None:
    """Deliver events until canceled; `events_queued` is set when there may be new ones."""
    while True:
        events_queued.clear()
        await sender.deliver_due()
        seconds = await sender.seconds_to_next()
        with suppress(TimeoutError):
            # Not `wait_for`: before Python 3.12 it loses a cancellation that arrives together with the event.
            async with asyncio.timeout(seconds):
                await events_queued.wait()


OPERATIONS = (listing("/v1/events", "event", ListEvents), retrieval("/v1/events", "event"))
