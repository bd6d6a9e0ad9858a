"""The plans as Stripe has them, cached."""

import asyncio
import logging
from datetime import datetime, timedelta

from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.payments import Price, in_currency
from webdev_certs.server.gateways.payments import PaymentProvider, ProviderUnreachable
from webdev_certs.shared.clock import Clock
from webdev_certs.shared.translation import _

log = logging.getLogger(__name__)

FRESH_FOR = timedelta(minutes=5)
"""How long cached plans are used without asking Stripe."""
USABLE_FOR = timedelta(hours=1)
"""How long cached plans may be used if Stripe is slow or fails."""
RETRY_AFTER = timedelta(seconds=30)
"""How long to wait after a failure before Stripe is asked again, while the cached plans are usable."""


class PlanCache:
    """The plans, cached for some minutes. Callers that come during a request to Stripe share its answer."""

    def __init__(
        self, clock: Clock, *, timeout_seconds: float = 10, refresh_timeout_seconds: float = 1
    ) -> None:
        """Begin with an empty cache.

        Args:
            clock: The current time.
            timeout_seconds: How long a request to Stripe may take.
            refresh_timeout_seconds: How long callers wait for it when there are usable plans in the cache.
        """
        self._clock = clock
        self._timeout = timeout_seconds
        self._refresh_timeout = refresh_timeout_seconds
        self._request: asyncio.Task[list[Price]] | None = None
        self._prices: list[Price] = []
        self._read_at: datetime | None = None
        self._retry_at: datetime | None = None

    async def all(self, provider: PaymentProvider) -> list[Price]:
        """Return the plans on offer, in the order of `PRODUCT_TYPES`.

        Raises:
            ProviderError: Stripe did not answer, and the cache has no usable plans.
        """
        if self._is_younger_than(FRESH_FOR):
            return self._prices
        is_usable = self._is_younger_than(USABLE_FOR)
        if is_usable and self._retry_at is not None and self._clock() < self._retry_at:
            return self._prices
        # A separate task, so that the request continues when the caller that started it is canceled.
        request = self._request = self._request or self._start_request(provider)
        await asyncio.wait({request}, timeout=self._refresh_timeout if is_usable else None)
        return self._prices if is_usable else request.result()

    async def find(self, provider: PaymentProvider, product_type: str, currency: str | None = None) -> Price:
        """Return one plan, in a currency if all plans can be paid in it.

        Raises:
            Conflict: `plan_unavailable`: Stripe has no active price for it.
            ProviderError: As `all`.
        """
        for price in in_currency(await self.all(provider), currency):
            if price.product_type == product_type:
                return price
        raise unavailable()

    def expire(self) -> None:
        """Ask Stripe at the next call: it has refused a cached price."""
        self._read_at = None

    async def close(self) -> None:
        """Cancel a running request."""
        if self._request:
            self._request.cancel()
            await asyncio.wait({self._request})

    def _start_request(self, provider: PaymentProvider) -> asyncio.Task[list[Price]]:
        request = asyncio.create_task(self._read(provider), name="plans")
        request.add_done_callback(self._store)
        return request

    async def _read(self, provider: PaymentProvider) -> list[Price]:
        try:
            async with asyncio.timeout(self._timeout):
                return await provider.prices()
        except TimeoutError:
            raise ProviderUnreachable("prices: no answer in time") from None

    def _store(self, request: asyncio.Task[list[Price]]) -> None:
        self._request = None
        if request.cancelled():
            return
        if error := request.exception():
            log.warning("The plans could not be read: %s: %s", type(error).__name__, error)
            self._retry_at = self._clock() + RETRY_AFTER
        else:
            self._prices, self._read_at = request.result(), self._clock()

    def _is_younger_than(self, age: timedelta) -> bool:
        return self._read_at is not None and self._clock() - self._read_at < age


def unavailable() -> Conflict:
    """Return the error for a plan that is not on offer."""
    return Conflict("plan_unavailable", _("This plan is no longer available. Choose another plan."))
