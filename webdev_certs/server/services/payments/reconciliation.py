"""Asking the provider about people of whom it should have told us by now.

Webhooks get lost, or were never set up. So a subscription whose period is over, a renewal that failed, and a
session that nobody came back from are looked into without them; no request waits for that.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from uuid import UUID

from sqlalchemy import or_
from sqlmodel import col, select, update

from webdev_certs.server.gateways.payments import ProviderError, ProviderRefused
from webdev_certs.server.models.billing import Subscription
from webdev_certs.server.models.payments import Checkout, Customer
from webdev_certs.server.services.shared.background import in_background
from webdev_certs.server.services.payments.context import PaymentDesk
from webdev_certs.server.services.settlement import settle

log = logging.getLogger(__name__)

EXPECTED_WITHIN = timedelta(hours=2)
"""How long to wait for a message: the provider collects an hour after the period's end."""
ASK_AGAIN = timedelta(hours=6)
"""How long the provider is not asked again about the same person, whatever it has answered."""

_AT_ONCE = 5


class Reconciler:
    """Settles what is overdue; any number of processes may do so beside each other."""

    def __init__(self, desk: PaymentDesk, *, poll_seconds: float = 300) -> None:
        """Takes where payments are dealt with, and how often to look whether something is overdue."""
        self._desk = desk
        self._poll_seconds = poll_seconds
        self._stopping = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Works until the block ends."""
        async with in_background(self._work(), "reconciliation", self._stopping.set):
            yield

    async def settle_overdue(self) -> None:
        """Asks about everybody of whom a message is overdue; a provider that does not answer is left alone.

        Whoever could not be asked about keeps what our books say: access lasts for the grace period.
        """
        while user_ids := await self._claim():
            for user_id in user_ids:
                if self._stopping.is_set():
                    return
                try:
                    await settle(self._desk, user_id)
                except ProviderRefused as refusal:
                    # About this person alone, e.g. because their customer was deleted.
                    log.warning("an overdue payment could not be looked into: %s", refusal)
                except ProviderError as error:
                    log.warning("overdue payments have to wait: %s: %s", type(error).__name__, error)
                    return

    async def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                await self.settle_overdue()
            except Exception:
                # The database is away, for instance. Its errors carry no values (`models.database`).
                log.exception("Overdue payments could not be looked into")
            with suppress(TimeoutError):
                async with asyncio.timeout(self._poll_seconds):
                    await self._stopping.wait()

    async def _claim(self) -> list[UUID]:
        """Takes some people of whom a message is overdue, those that have waited longest first."""
        now = self._desk.now()
        since = now - EXPECTED_WITHIN
        renewing = select(Subscription.user_id).where(
            Subscription.state != "ended",
            or_(col(Subscription.period_end) < since, col(Subscription.state) == "past_due"),
        )
        paying = select(Checkout.user_id).where(
            Checkout.state == "open", col(Checkout.session_id).is_not(None), Checkout.created_at < since
        )
        is_overdue = or_(col(Customer.user_id).in_(renewing), col(Customer.user_id).in_(paying))
        was_asked_at = col(Customer.reconciled_at)
        is_its_turn = or_(was_asked_at.is_(None), was_asked_at < now - ASK_AGAIN)
        waiting = (
            select(Customer.user_id)
            .where(is_its_turn, is_overdue)
            .order_by(was_asked_at.asc().nulls_first())
            .limit(_AT_ONCE)
            .with_for_update(skip_locked=True)
        )
        # As in the outbox: whoever another process is taking is passed over, or no longer has their turn.
        taken = (
            update(Customer)
            .where(col(Customer.user_id).in_(waiting), is_its_turn)
            .values(reconciled_at=now)
            .returning(col(Customer.user_id))
        )
        async with self._desk.transaction() as session:
            return list((await session.exec(taken)).scalars())
