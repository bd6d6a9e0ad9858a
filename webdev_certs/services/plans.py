"""What can be bought, as the provider has it."""

import asyncio
import logging
from datetime import datetime, timedelta

from webdev_certs.sandbox.clock import Clock
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.payments import Price
from webdev_certs.server.gateways.payments import PaymentProvider, ProviderSilent

log = logging.getLogger(__name__)

FRESH = timedelta(minutes=5)
"""How long the provider is not asked again."""
STALE = timedelta(hours=1)
"""How long an old list is better than none, when the provider does not answer."""
PAUSE = timedelta(seconds=30)
"""How long the provider is left alone after it has failed, while an old list does."""


class PlanList:
    """The plans, kept for a short while; all who ask while the provider is being asked share its answer."""

    def __init__(self, clock: Clock, *, patience_seconds: float = 10, refresh_seconds: float = 1) -> None:
        """Knows no plans yet.

        Args:
            clock: the time.
            patience_seconds: how long the provider may take.
            refresh_seconds: how long callers wait for it who could have an old list.
        """
        self._clock = clock
        self._patience = patience_seconds
        self._refresh_patience = refresh_seconds
        self._asking: asyncio.Task[list[Price]] | None = None
        self._prices: list[Price] = []
        self._read_at: datetime | None = None
        self._rests_until: datetime | None = None

    async def all(self, provider: PaymentProvider) -> list[Price]:
        """The plans on offer, in the order of `PRODUCT_TYPES`.

        Raises:
            ProviderError: the provider could not be asked, and nobody has asked it lately.
        """
        if self._is_younger_than(FRESH):
            return self._prices
        has_old_list = self._is_younger_than(STALE)
        if has_old_list and self._rests_until is not None and self._clock() < self._rests_until:
            return self._prices
        # A task of its own, which goes on when those who wait for it have left.
        asking = self._asking = self._asking or self._ask(provider)
        await asyncio.wait({asking}, timeout=self._refresh_patience if has_old_list else None)
        return self._prices if has_old_list else asking.result()

    async def close(self) -> None:
        """Asks no more."""
        if self._asking:
            self._asking.cancel()
            await asyncio.wait({self._asking})

    async def find(self, provider: PaymentProvider, product_type: str) -> Price:
        """One plan.

        Raises:
            Conflict: `plan_unavailable`: the provider has no such price, or no longer.
            ProviderError: as `all`.
        """
        for price in await self.all(provider):
            if price.product_type == product_type:
                return price
        raise unavailable()

    def forget(self) -> None:
        """Has the provider asked next time: a price was refused."""
        self._read_at = None

    def _ask(self, provider: PaymentProvider) -> asyncio.Task[list[Price]]:
        asking = asyncio.create_task(self._read(provider), name="plans")
        asking.add_done_callback(self._note)
        return asking

    async def _read(self, provider: PaymentProvider) -> list[Price]:
        try:
            async with asyncio.timeout(self._patience):
                return await provider.prices()
        except TimeoutError:
            raise ProviderSilent("prices: no answer in time") from None

    def _note(self, asking: asyncio.Task[list[Price]]) -> None:
        self._asking = None
        if asking.cancelled():
            return
        if error := asking.exception():
            log.warning("the plans could not be read: %s: %s", type(error).__name__, error)
            self._rests_until = self._clock() + PAUSE
        else:
            self._prices, self._read_at = asking.result(), self._clock()

    def _is_younger_than(self, age: timedelta) -> bool:
        return self._read_at is not None and self._clock() - self._read_at < age


def unavailable() -> Conflict:
    """The refusal of a plan that cannot be bought."""
    return Conflict("plan_unavailable", "This plan is no longer on offer. Choose another one.")
