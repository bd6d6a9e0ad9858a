"""Rate counters, in this process or, for several processes together, in Redis."""

import hashlib
import hmac
import logging
import math
import time
from asyncio import timeout
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any, TypeVar

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
T = TypeVar("T")


class RateLimiter:
    """Counts by fixed windows, under hashed keys.

    While Redis does not answer, this process counts alone: limits become wider, and nobody is locked out.
    Windows end by the machine's or Redis's own clock, because they must end while nobody asks.
    """

    def __init__(
        self,
        secret: bytes,
        redis_url: str = "",
        *,
        patience_seconds: float = 1,
        pause_seconds: float = 10,
    ) -> None:
        """Set up the counters; the first call connects to Redis.

        Args:
            secret: What keys are hashed with; the same in every process.
            redis_url: Where several processes count together; empty for this process alone.
            patience_seconds: How long a call waits for Redis.
            pause_seconds: How long Redis is not asked after it has failed, so that not every call waits.
        """
        self._secret = secret
        self._local = FixedWindowRateLimiter(MemoryStorage())
        self._redis = RedisStorage(redis_url, implementation="redispy") if redis_url else None
        self._shared = FixedWindowRateLimiter(self._redis) if self._redis else None
        self._patience_seconds, self._pause_seconds = patience_seconds, pause_seconds
        self._resume_at = 0.0

    def hash_key(self, *parts: str) -> str:
        """Return a keyed hash of the parts: 32 hexadecimal digits that do not reveal them."""
        text = "\0".join(parts).encode("utf-8", "surrogatepass")
        return hmac.digest(self._secret, text, hashlib.sha256)[:16].hex()

    async def hit(self, rate: str, *key: str, times: int = 1) -> int:
        """Count one more call.

        Args:
            rate: E.g. `10/15 minutes`.
            key: What is counted.
            times: As how many calls it counts.

        Returns:
            0, or the seconds until the window ends if this is more than the rate allows.
        """
        item, name = _parse(rate), self.hash_key(*key)

        async def count(limiter: FixedWindowRateLimiter) -> int:
            return 0 if await limiter.hit(item, name, cost=times) else await _seconds(limiter, item, name)

        return await self._ask(count)

    async def seconds_to_wait(self, rate: str, *key: str) -> int:
        """Return the seconds until another call is allowed; count nothing."""
        item, name = _parse(rate), self.hash_key(*key)

        async def look(limiter: FixedWindowRateLimiter) -> int:
            return 0 if await limiter.test(item, name) else await _seconds(limiter, item, name)

        return await self._ask(look)

    async def clear(self, rate: str, *key: str) -> None:
        """Set a count to zero."""
        item, name = _parse(rate), self.hash_key(*key)
        await self._ask(lambda limiter: limiter.clear(item, name))

    async def is_reachable(self) -> bool:
        """Return whether Redis answers; true where this process counts alone."""
        if self._redis is None:
            return True
        try:
            async with timeout(self._patience_seconds):
                return await self._redis.check()
        except (RedisError, OSError):
            return False

    async def close(self) -> None:
        """Close the connection to Redis."""
        if self._redis:
            bridge: Any = self._redis.bridge
            await bridge.get_connection().aclose()

    async def _ask(self, use: Callable[[FixedWindowRateLimiter], Awaitable[T]]) -> T:
        if self._shared and time.monotonic() >= self._resume_at:
            try:
                async with timeout(self._patience_seconds):
                    return await use(self._shared)
            except (RedisError, OSError) as error:
                self._resume_at = time.monotonic() + self._pause_seconds
                log.warning(
                    "Redis does not answer (%s): limits are counted in this process for %d seconds",
                    type(error).__name__,
                    self._pause_seconds,
                )
        return await use(self._local)


async def _seconds(limiter: FixedWindowRateLimiter, item: RateLimitItem, name: str) -> int:
    stats = await limiter.get_window_stats(item, name)
    return max(1, math.ceil(stats.reset_time - time.time()))


# All rates come from settings, so there are only a few dozen.
_parse = lru_cache(parse)
