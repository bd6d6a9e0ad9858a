"""What can be bought, as the provider has it."""

import asyncio
import logging
from datetime import datetime, timedelta

from webdev_certs.domain.clock import Clock
from webdev_certs.domain.errors import Conflict
from webdev_certs.domain.payments import Price
from webdev_certs.gateways.payments import PaymentProvider, ProviderError

log = logging.getLogger(__name__)

FRESH = timedelta(minutes=5)
"""How long the provider is not asked again."""
STALE = timedelta(hours=1)
"""How long an old list is better than none, when the provider does not answer."""


class PlanList:
    """The plans, kept for a short while."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = asyncio.Lock()
        self._prices: list[Price] = []
        self._read_at: datetime | None = None

    async def all(self, provider: PaymentProvider) -> list[Price]:
        """The plans on offer, in the order of `PRODUCT_TYPES`.

        Raises:
            ProviderError: the provider could not be asked, and nobody has asked it lately.
        """
        async with self._lock:
            if self._is_younger_than(FRESH):
                return self._prices
            try:
                self._prices, self._read_at = await provider.prices(), self._clock()
            except ProviderError as error:
                if not self._is_younger_than(STALE):
                    raise
                log.warning("plans: an old list has to do: %s", error)
            return self._prices

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

    def _is_younger_than(self, age: timedelta) -> bool:
        return self._read_at is not None and self._clock() - self._read_at < age


def unavailable() -> Conflict:
    """The refusal of a plan that cannot be bought."""
    return Conflict("plan_unavailable", "This plan is no longer on offer. Choose another one.")
