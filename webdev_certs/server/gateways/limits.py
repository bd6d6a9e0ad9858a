"""Counting how often something happens, in this process or, for several processes together, in Redis."""

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

_PATIENCE_SECONDS = 1
"""How long a caller waits for Redis: a limit is not worth more."""
_PAUSE_SECONDS = 10
"""How long Redis is left alone after it has failed, so that not every caller waits for it."""


class RateLimiter:
    """Counts by fixed windows, under keys that tell nobody what is counted.

    While Redis does not answer, this process counts by itself: limits become wider, and nobody is locked out.
    Time is the machine's or Redis's own, because windows have to end when nobody asks.
    """

    def __init__(self, secret: bytes, redis_url: str = "") -> None:
        """Takes what keys are hashed with, the same in every process, and where Redis is, if there is one."""
        self._secret = secret
        self._local = FixedWindowRateLimiter(MemoryStorage())
        self._redis = RedisStorage(redis_url, implementation="redispy") if redis_url else None
        self._shared = FixedWindowRateLimiter(self._redis) if self._redis else None
        self._resume_at = 0.0

    def mark(self, *parts: str) -> str:
        """A keyed hash of the parts, 32 hexadecimal digits: equal for equal parts, and no way back."""
        text = "\0".join(parts).encode("utf-8", "surrogatepass")
        return hmac.digest(self._secret, text, hashlib.sha256)[:16].hex()

    async def hit(self, rate: str, *key: str) -> int:
        """Counts one more.

        Args:
            rate: e.g. `10/15 minutes`.
            key: what is counted.

        Returns:
            0, or, when that is more than the rate allows, the seconds until the window ends.
        """
        item, name = _parse(rate), self.mark(*key)

        async def count(limiter: FixedWindowRateLimiter) -> int:
            return 0 if await limiter.hit(item, name) else await _seconds(limiter, item, name)

        return await self._ask(count)

    async def wait(self, rate: str, *key: str) -> int:
        """How many seconds it is until one more may be counted; 0 when it may be now. Counts nothing."""
        item, name = _parse(rate), self.mark(*key)

        async def look(limiter: FixedWindowRateLimiter) -> int:
            return 0 if await limiter.test(item, name) else await _seconds(limiter, item, name)

        return await self._ask(look)

    async def clear(self, rate: str, *key: str) -> None:
        """Begins to count from nothing."""
        item, name = _parse(rate), self.mark(*key)
        await self._ask(lambda limiter: limiter.clear(item, name))

    async def close(self) -> None:
        """Lets go of Redis."""
        if self._redis:
            bridge: Any = self._redis.bridge
            await bridge.get_connection().aclose()

    async def _ask(self, use: Callable[[FixedWindowRateLimiter], Awaitable[T]]) -> T:
        if self._shared and time.monotonic() >= self._resume_at:
            try:
                async with timeout(_PATIENCE_SECONDS):
                    return await use(self._shared)
            except (RedisError, OSError) as error:
                self._resume_at = time.monotonic() + _PAUSE_SECONDS
                log.warning(
                    "Redis does not answer (%s): limits are counted in this process for %d seconds",
                    type(error).__name__,
                    _PAUSE_SECONDS,
                )
        return await use(self._local)


async def _seconds(limiter: FixedWindowRateLimiter, item: RateLimitItem, name: str) -> int:
    stats = await limiter.get_window_stats(item, name)
    return max(1, math.ceil(stats.reset_time - time.time()))


# There are a few dozen rates, all of them from settings.
_parse = lru_cache(parse)
